import type { BatchRule, LockStep, Row } from '@plumbline/model';
import { sql } from '@plumbline/store';

const columns = sql.fragment`id, label, type, source_type, source_filter, destination_type, destination_filter`;

/**
 * Lets one request at a time change the associations of a relationship, so that its limits hold whoever writes at the
 * same time; and knows the relationship as it is then.
 */
export const lockRelationships: BatchRule = async (candidates, { tx }) => {
  const ids = [...new Set(candidates.map(({ row }) => row.relationship as string))];
  const rows = await tx.rows<Row>(
    sql.unsafe`SELECT ${columns} FROM relationship WHERE id = ANY(${sql.array(ids, 'uuid')}) ORDER BY id FOR NO KEY UPDATE`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const candidate of candidates) candidate.related.relationship = byId.get(candidate.row.relationship);
  return candidates.map(({ related }) =>
    related.relationship ? undefined : { relationship: ['This relationship does not exist any more.'] },
  );
};

/** The same locks for stored associations, before those themselves are locked. */
export const lockThem: LockStep = (_tx, ids) =>
  ids.length === 0
    ? undefined
    : sql.fragment`
      SELECT 1 FROM relationship WHERE id IN (
        SELECT relationship FROM relationshipassociation WHERE id = ANY(${sql.array(ids as string[], 'uuid')})
      ) ORDER BY id FOR NO KEY UPDATE`;
