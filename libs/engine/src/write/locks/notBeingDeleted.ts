import { Problem } from '@plumbline/http';
import type { Criteria, Row } from '@plumbline/model';
import type { UnitOfWork } from '../../core/engine';
import { select } from '../../core/messages/ask';
import type { FindRequest } from '../../core/messages/messages';

/**
 * A write refers to something that is about to be deleted, or perhaps not, or that is being changed in what its rules go
 * by, or wants the id of what has not gone everywhere yet: how that ends is worth waiting for.
 */
export class TargetBeingDeleted extends Problem {
  constructor(detail = 'A related object is being deleted or changed.') {
    super(409, { detail });
  }
}

/**
 * Objects that match and are neither about to be deleted nor, for a referrer, being changed in a guarded column. Throws `TargetBeingDeleted` when `wanted` of them are not found
 * and one that only that keeps away is among those missing.
 */
export async function selectNotBeingDeleted(
  work: UnitOfWork,
  label: string,
  criteria: Criteria,
  wanted: number,
  options: Pick<FindRequest, 'values' | 'ordered' | 'referrer' | 'nested' | 'viewer'> = {},
): Promise<Row[]> {
  const rows = await select(work, label, criteria, { ...options, living: true });
  const { viewer } = options;
  if (rows.length < wanted && (await select(work, label, criteria, viewer ? { viewer } : {})).length > rows.length)
    throw new TargetBeingDeleted();
  return rows;
}
