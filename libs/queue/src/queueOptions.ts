import type { Log } from '@plumbline/log';
import type { ConnectionUse } from '@plumbline/store';

/** Where a queue is kept. */
export interface QueueOptions {
  /** Of the role that owns the schema. */
  connectionString: string;
  /** A schema that holds nothing else; it must be there. */
  schema: string;
  use?: ConnectionUse;
  log: Log;
}
