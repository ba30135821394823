import type { Row } from '@plumbline/model';

/** Where a worker loads a job from: kept with the job, and never shown. */
export interface Origin {
  /**
   * With Plumbline, from the folder of jobs, from an npm package, from an app, from a Git repository; a command of the program that
   * a worker runs; or work that this service does by itself in the background.
   */
  kind: 'shipped' | 'folder' | 'package' | 'app' | 'git' | 'command' | 'background';
  /** The file below the folder (of an app: behind its name), the name of the package, the command, or the background task. */
  path: string;
  exportName: string;
}

export const writeOrigin = (origin: Origin): string => JSON.stringify(origin);

/** Undefined for a job that nobody installed. */
export const readOrigin = (text: unknown): Origin | undefined =>
  typeof text === 'string' && text !== '' ? (JSON.parse(text) as Origin) : undefined;

/** Commands of the program see everything, so they are for superusers. */
export const isForSuperusers = ({ origin }: Row): boolean => readOrigin(origin)?.kind === 'command';
