import type { Carrier } from '@plumbline/tracing';

/** Who something is done for. */
export interface Starter {
  id: string;
  username: string;
}

/** What the queue keeps of a run. */
export interface JobPayload {
  /** The id of its result. */
  result: string;
  job: string;
  user: Starter;
  /** Whether somebody asked for it, or a change set it off. */
  origin: 'job' | 'job-hook';
  /** `JobSecret` as JSON, sealed: values may be sensitive. */
  sealed: string;
  /** The trace in which it was asked for. */
  trace?: Carrier | undefined;
}

/** What a run is given. */
export interface JobSecret {
  values: Record<string, unknown>;
  /** Where the objects are that variables name, below `/api/`, by variable. */
  lists: Record<string, string>;
}

/** What the queue keeps of work of our own. */
export interface TaskPayload {
  result: string;
  task: string;
  user: Starter;
  payload: object;
  /** The trace in which it was asked for. */
  trace?: Carrier | undefined;
}
