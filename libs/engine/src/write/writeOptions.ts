import type { Criteria } from '@plumbline/model';
import type { WriteMode } from '../core/item';
import type { ErrorShape } from './refuse';
import type { Asked } from './widerLocks';

/** What a write is, and who may do it. */
export interface WriteOptions {
  mode: WriteMode;
  errors: ErrorShape;
  /** Objects the caller may end up with; checked when all is written. */
  permitted: Criteria;
  /** The bodies are rows of a table. */
  fromTable?: boolean;
  /** Locks that have been asked for, and are waited for with those on targets. */
  locks?: Asked;
}
