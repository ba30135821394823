import type { Api } from './api';

export type LogLevel = 'debug' | 'info' | 'warning' | 'error' | 'critical';

/** What a line of a job's log may say beside its words. */
export interface LogDetails {
  /** What the line is listed under. */
  grouping?: string;
  /** The object it is about, as the API shows it. */
  object?: { display?: unknown; url?: unknown; id?: unknown };
}

/** Writes into the log of the run. */
export type JobLog = Record<LogLevel, (message: string, details?: LogDetails) => void> & {
  /** The same log, its lines listed under a name. */
  group(name: string): JobLog;
};

/** What a job has at hand while it runs. */
export interface JobContext<T> {
  /** The values of its variables. */
  data: T;
  /** Whether nothing is to be kept: writes over the API are checked and not kept. */
  dryRun: boolean;
  /** The API, as whoever started the job: with the same permissions, and in the same request for the change log. */
  api: Api;
  log: JobLog;
  /** Aborted when the soft time limit is over. */
  signal: AbortSignal;
  /** Who started it. */
  user: { id: string; username: string };
  /** The id of its result. */
  resultId: string;
  /** Keeps a file with the result, for whoever may see that. */
  createFile(name: string, content: string | Buffer): Promise<void>;
}
