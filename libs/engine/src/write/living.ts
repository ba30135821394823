import { Problem } from '@plumbline/http';
import type { Criteria, Row } from '@plumbline/model';
import type { Work } from '../engine';
import { select } from '../verbs/ask';
import type { FindRequest } from '../verbs/messages';

/** A write refers to something that is about to be deleted, or perhaps not: how that ends is worth waiting for. */
export class TargetBeingDeleted extends Problem {
  constructor() {
    super(409, { detail: 'A related object is being deleted.' });
  }
}

/**
 * Objects that match and are not about to be deleted. Throws `TargetBeingDeleted` when `wanted` of them are not found
 * and one that is about to be deleted is among those missing.
 */
export async function selectLiving(
  work: Work,
  label: string,
  criteria: Criteria,
  wanted: number,
  options: Pick<FindRequest, 'values' | 'ordered' | 'referrer'> = {},
): Promise<Row[]> {
  const rows = await select(work, label, criteria, { ...options, living: true });
  if (rows.length < wanted && (await select(work, label, criteria)).length > rows.length)
    throw new TargetBeingDeleted();
  return rows;
}
