import type { Row } from '@plumbline/model';

/** Where a worker loads a job from: kept with the job, and never shown. */
export interface JobSource {
  /**
   * With Plumbline, from the folder of jobs, from an npm package, from an app, from a Git repository; a command of the program that
   * a worker runs; or work that this service does by itself in the background.
   */
  kind: 'shipped' | 'folder' | 'package' | 'app' | 'git' | 'command' | 'background';
  /** The file below the folder (of an app: behind its name), the name of the package, the command, or the background task. */
  path: string;
  exportName: string;
}

export const writeSource = (source: JobSource): string => JSON.stringify(source);

/** Undefined for a job that nobody installed. */
export const readSource = (text: unknown): JobSource | undefined =>
  typeof text === 'string' && text !== '' ? (JSON.parse(text) as JobSource) : undefined;

/** Commands of the program see everything, so they are for superusers. */
export const isForSuperusers = ({ origin }: Row): boolean => readSource(origin)?.kind === 'command';
