import { validatedWrites } from '@plumbline/model';
import { z } from 'zod/v4';

const relation = z.looseObject({
  field: z.string(),
  to: z.string(),
  many: z.boolean().default(false),
  // What is not said stands in the way: nothing dangles for it.
  onDelete: z.string().default('protect'),
});

/** What a model is to other services; of what is missing there is nothing. */
const manifest = z.looseObject({
  label: z.string(),
  app: z.string(),
  name: z.string(),
  title: z.string(),
  className: z.string(),
  plural: z.string(),
  keyType: z.enum(['uuid', 'int']).default('uuid'),
  naturalKey: z.array(z.string()),
  tree: z.boolean().default(false),
  displaysRelated: z.boolean().default(true),
  sealed: z.boolean().default(false),
  abilities: z.array(z.string()).default([]),
  relations: z.array(relation).default([]),
  columns: z.array(z.string()).default([]),
  // A version that does not tell knew of these alone.
  inside: z.record(z.string(), z.string()).default({ custom_fields: 'dictionary' }),
  onlyShown: z.array(z.string()).default([]),
});

/** When a rule on a model of another is asked, and what it is told of the objects. */
const validator = z.object({
  columns: z.array(z.string()),
  on: z.array(z.enum(validatedWrites)).default([...validatedWrites]),
});

/** `manifest`: what a service owns, refers to, follows and judges. */
export const manifestReply = z.object({
  app: z.string(),
  version: z.string(),
  models: z.array(manifest),
  follows: z.array(z.string()).default([]),
  /** The rules it has on models of others, by model. */
  validates: z.array(z.tuple([z.string(), validator])).default([]),
  /** What the gateway can ask of it for clients, as the gateway's catalog has it. */
  application: z.looseObject({ endpoints: z.array(z.looseObject({ name: z.string(), label: z.string() })) }).optional(),
  /** Where this process takes requests from the gateway. */
  url: z.string().optional(),
});
export type ManifestReply = z.infer<typeof manifestReply>;

/** `started`, an event: a process of the service answers, and may be of another version than the one before it. */
export const startedEvent = z.object({ version: z.string() });
