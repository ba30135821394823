/** Where a worker loads a job from: kept with the job, and never shown. */
export interface Origin {
  /** With Plumbline, from the folder of jobs, from an npm package; or a command of the program that a worker runs. */
  kind: 'shipped' | 'folder' | 'package' | 'command';
  /** The file below the folder, the name of the package, or the command. */
  path: string;
  exportName: string;
}

export const writeOrigin = (origin: Origin): string => JSON.stringify(origin);

/** Undefined for a job that nobody installed. */
export const readOrigin = (text: unknown): Origin | undefined =>
  typeof text === 'string' && text !== '' ? (JSON.parse(text) as Origin) : undefined;
