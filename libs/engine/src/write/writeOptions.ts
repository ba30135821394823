import type { Criteria } from '@plumbline/model';
import type { WriteMode } from '../core/item';
import type { Asked } from './locks/widerLocks';

/** How what is wrong with a list of items is told: one map, a list beside the request's, or the first one's map. */
export type ErrorShape = 'single' | 'list' | 'first';

/** What a write is, and who may do it. */
export interface WriteOptions {
  mode: WriteMode;
  errors: ErrorShape;
  /** How it is told when it is found last (`ExtensionWrite.checkWritten`); default: as `errors` says. */
  lastErrors?: ErrorShape | undefined;
  /** How many objects the request lists; there may be fewer items, each of which knows its place. */
  listed: number;
  /** Objects the caller may end up with; checked when all is written. */
  permitted: Criteria;
  /** The bodies are rows of a table. */
  fromTable?: boolean;
  /** Locks that have been asked for, and are waited for with those on targets. */
  locks?: Asked;
}
