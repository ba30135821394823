import type { Settings } from '@plumbline/config';
import type { Log } from '@plumbline/log';
import type { Database } from '@plumbline/store';
import type { Tracing } from '@plumbline/tracing';

/** What a worker has at hand. */
export interface WorkerParts {
  settings: Settings;
  database: Database;
  log: Log;
  /** The program's own entry, for jobs that are commands of the program. */
  entry: string;
  tracing?: Tracing | undefined;
}
