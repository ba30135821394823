import type { LogLevel } from './context';
import type { JobDescription } from './description';

/** Where a job is loaded from. */
export interface JobExport {
  file: string;
  exportName: string;
}

/** A line of a run's log on its way out of the process. */
export interface LogLine {
  time: string;
  level: LogLevel;
  grouping: string;
  message: string;
  object: string;
  url: string;
}

/** What a run needs to know. */
export interface RunOrder {
  kind: 'run';
  job: JobExport;
  values: Record<string, unknown>;
  /** Where the objects are that variables name, below `/api/`, by variable. */
  lists: Record<string, string>;
  /** Files by variable, their content in base64. */
  files: Record<string, { name: string; content: string }>;
  dryRun: boolean;
  user: { id: string; username: string };
  resultId: string;
  api: {
    base: string;
    authorization: string;
    requestId: string;
    /** Headers of the trace that the run's requests are part of. */
    trace: Record<string, string>;
  };
}

/** A question about what jobs a file has. */
export interface InspectOrder {
  kind: 'inspect';
  file: string;
  moduleName: string;
}

/** What the process that keeps a job says to it. */
export type Order =
  | RunOrder
  | InspectOrder
  | { kind: 'authorization'; authorization: string }
  | { kind: 'softLimit'; seconds: number };

/** What a job's process says. */
export type Report =
  | { kind: 'ready' }
  | { kind: 'log'; lines: LogLine[] }
  | { kind: 'file'; name: string; content: string }
  | { kind: 'done'; result: unknown }
  | { kind: 'failed'; type: string; message: string; stack: string }
  | { kind: 'inspected'; jobs: JobDescription[] };

/** Whether a message is one of ours: whatever a job or a package of it loads can send others. */
export const isReport = (message: unknown): message is Report =>
  typeof message === 'object' && message !== null && 'kind' in message;

/** What became of the one file that a job's process has sent and waits for. */
export interface FileAnswer {
  kind: 'fileKept';
  problem?: string;
}
