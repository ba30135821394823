import type { Row } from '@plumbline/model';

/** An object as a file of a repository wants it. */
export interface Wanted {
  path: string;
  /** What tells it from others of its kind in the repository. */
  key: string;
  body: Row;
}

/** What the files of one kind ask for. */
export interface WantedOfKind {
  wanted: Wanted[];
  /** Whether all files were understood, so that what is not among them is not wanted any more. */
  complete: boolean;
}

/** Tells about a file that cannot be understood. */
export class Misunderstood extends Error {}
