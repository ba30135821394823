import { type BusRequests, jsonObject, viewer } from '@plumbline/engine';
import { z } from 'zod/v4';

/** What the services that keep devices and virtual machines ask extras about their configuration. */
export const contextRequests: BusRequests[] = [
  { of: 'extras.configcontext', verbs: ['applied'] },
  { of: 'extras.configcontextschema', verbs: ['check'] },
];

/** The kinds of objects that a config context may be limited to; the fields that name them. */
export const contextScopes = [
  'locations',
  'roles',
  'device_types',
  'device_redundancy_groups',
  'platforms',
  'cluster_groups',
  'clusters',
  'tenant_groups',
  'tenants',
  'tags',
] as const;
export type ContextScope = (typeof contextScopes)[number];

/** Where an object belongs, by scope; a scope that is left out does not limit it. */
const surroundings = z.partialRecord(z.enum(contextScopes), z.array(z.string()));
export type Surroundings = z.infer<typeof surroundings>;

/** `configcontext.applied`, asked of extras: which contexts apply to objects that belong there. */
export const contextsRequest = z.object({
  surroundings: z.array(surroundings),
  /** Contexts that this user may not view do not apply. */
  viewer,
});

/**
 * The data of all contexts that apply to any of them, and for each of them which, in the order in which they are
 * merged.
 */
export const contextsReply = z.object({
  data: z.array(jsonObject),
  applied: z.array(z.array(z.number().int())),
});
export type ContextsReply = z.infer<typeof contextsReply>;

/** `configcontextschema.check`, asked of extras: data, each with the id of the schema it has to keep to. */
export const schemaCheckRequest = z.object({
  checks: z.array(z.object({ schema: z.string(), data: z.unknown() })),
});
/** What is wrong with each; null: nothing. */
export const schemaCheckReply = z.array(z.array(z.string()).nullable());
export type SchemaCheckReply = z.infer<typeof schemaCheckReply>;

/**
 * `keepLocalContexts`, asked of the services that keep devices and virtual machines: the data of their own that objects
 * have from an owner, such as a repository, by their names. What others had from it goes.
 */
export const localContexts = z.object({
  owner: z.object({ label: z.string(), id: z.string() }),
  /** On whose behalf. */
  identity: z.looseObject({ userId: z.string(), username: z.string() }),
  contexts: z.array(z.object({ name: z.string(), data: jsonObject })),
  /** What is not among them stays. */
  partial: z.boolean(),
  /** Nothing is kept. */
  dryRun: z.boolean(),
});
export type LocalContexts = z.infer<typeof localContexts>;

/** The names of the objects whose data changed, of those that lost them, and what is wrong with others. */
export const keptLocalContexts = z.object({
  changed: z.array(z.string()),
  cleared: z.array(z.string()),
  faults: z.array(z.object({ name: z.string(), fault: z.string() })),
});
export type KeptLocalContexts = z.infer<typeof keptLocalContexts>;
