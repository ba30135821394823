import { z } from 'zod/v4';

/** What the process that fetches repositories is told. */
export const fetchOrder = z.strictObject({
  url: z.string(),
  branch: z.string(),
  username: z.string().optional(),
  /** Over SSH: what opens the key. */
  password: z.string().optional(),
  /** The private key that is shown over SSH. */
  key: z.string().optional(),
  /** The keys that hosts are known by over SSH, in the form of `known_hosts`. */
  knownHosts: z.string().optional(),
  /** Where requests may go beside public addresses. */
  allowed: z.array(z.string()),
  contents: z.array(z.string()),
  /** Seconds in which the server has to begin an answer, and to say something more; default: those of `gitLimits`. */
  greeting: z.number().optional(),
  patience: z.number().optional(),
  /** Folders of `config_contexts` whose files are for what they are named after. */
  contextFolders: z.array(z.string()),
});
export type FetchOrder = z.infer<typeof fetchOrder>;

const document = z.strictObject({ path: z.string(), value: z.unknown() });
const file = z.strictObject({ path: z.string(), text: z.string() });

/** What a repository provides, read but not understood. */
export const provision = z.strictObject({
  head: z.string(),
  /** Data of `config_contexts`, those of its folders too, and of `config_context_schemas`. */
  contexts: z.array(document),
  schemas: z.array(document),
  templates: z.array(file),
  jobs: z.array(file),
  /** Files that were left out, and why. */
  problems: z.array(z.strictObject({ path: z.string(), text: z.string() })),
  /** Folders of `config_contexts` that mean nothing. */
  passedOver: z.array(z.string()),
});
export type Provision = z.infer<typeof provision>;
export type GitDocument = z.infer<typeof document>;
export type RepositoryFile = z.infer<typeof file>;

/** What that process answers: what the repository provides, or why nothing could be had of it. */
export const fetchAnswer = z.union([z.strictObject({ provision }), z.strictObject({ failure: z.string() })]);
export type FetchAnswer = z.infer<typeof fetchAnswer>;
