import type { UnitOfWork } from '../engine';

/** Hears what an audit finds, as it finds it. */
export interface Auditor {
  /** Whether what can be mended is to be mended. */
  repair: boolean;
  /** Something is not as it should be; `mended` says whether it is now. The text is a sentence for the operator. */
  found(text: string, mended: boolean): void;
  /** So many more rows have been looked at. */
  looked(rows: number): void;
}

/** A look through the tables of one service for what no request could have left there. */
export interface Audit {
  /** What is looked at, for people: `references of ipam.prefix`. */
  title: string;
  /** To mend what it finds is to take away something that a client wrote. */
  takesAway?: true;
  run(work: UnitOfWork, auditor: Auditor): Promise<void>;
}

/** Most rows looked at in one statement. */
export const auditBatch = 5_000;
