import { type BatchRule, type Candidate, changesStored, type Rule } from '@plumbline/model';
import { type Queryable, type Sql, sql } from '@plumbline/store';

const reserved = new Set(['rackgroup', 'rackgroups', 'rack group', 'rack groups']);

/** Rack groups are objects of their own; a location type of that name would be mistaken for them. */
export const nameIsNotReserved: Rule = ({ row }) =>
  reserved.has(String(row.name).toLowerCase()) ? { name: ['This name is reserved for rack groups.'] } : undefined;

/** Locations that stand inside one of the same type would be left where they may not be. */
export const nestingIsNotInUse: BatchRule = async (candidates, { tx }) => {
  const stops = ({ before, row }: Candidate) => before?.nestable === true && row.nestable === false;
  const used = await typesIn(
    tx,
    candidates.filter(stops),
    (types) => sql.fragment`
    SELECT DISTINCT location.location_type AS id FROM location JOIN location above ON above.id = location.parent
    WHERE location.location_type = ANY(${types}) AND above.location_type = location.location_type`,
  );
  return candidates.map((candidate) =>
    stops(candidate) && used.has(candidate.row.id)
      ? { nestable: ['There are locations of this type inside one another, so it has to stay nestable.'] }
      : undefined,
  );
};

/** Where its locations may stand follows from the parent, so it stays while there are any. */
export const parentIsKeptWhileInUse: BatchRule = async (candidates, { tx }) => {
  const moves = (candidate: Candidate) => changesStored(candidate, 'parent');
  const used = await typesIn(
    tx,
    candidates.filter(moves),
    (types) => sql.fragment`
    SELECT DISTINCT location_type AS id FROM location WHERE location_type = ANY(${types})`,
  );
  return candidates.map((candidate) =>
    moves(candidate) && used.has(candidate.row.id)
      ? { parent: ['There are locations of this type, so its parent cannot be changed.'] }
      : undefined,
  );
};

/** The ids among the candidates' that the statement answers; asked only when there are any. */
async function typesIn(tx: Queryable, candidates: Candidate[], ask: (types: Sql) => Sql): Promise<Set<unknown>> {
  if (candidates.length === 0) return new Set();
  const ids = candidates.map(({ row }) => row.id as string);
  const rows = await tx.rows<{ id: string }>(ask(sql.fragment`${sql.array(ids, 'uuid')}`));
  return new Set(rows.map(({ id }) => id));
}
