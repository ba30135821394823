import type { ComposedSet } from '@plumbline/engine';
import { problems } from '@plumbline/http';
import { type Queryable, sql } from '@plumbline/store';
import { largestComposition } from './largestComposition';

/** A group as it is kept: its own filter, and the groups it is made of in their order. */
export interface DescribedGroup {
  id: string;
  filter: ComposedSet['filter'];
  parts: { operator: ComposedSet['parts'][number]['operator']; group: string }[];
}

/** Selects groups, `g`, as they are described. */
export const describedGroups = sql.fragment`
    SELECT g.id, g.filter, coalesce((
      SELECT json_agg(json_build_object('operator', m.operator, 'group', m."group") ORDER BY m.weight, c.name, m.operator)
      FROM dynamicgroupmembership m JOIN dynamicgroup c ON c.id = m."group" WHERE m.parent_group = g.id
    ), '[]') AS parts
    FROM dynamicgroup g`;

/**
 * What a group is made of, with everything below it, as sets that each come after those they are made of. One
 * statement.
 */
export async function compositionOf(tx: Queryable, id: string): Promise<ComposedSet[]> {
  const groups = await tx.rows<DescribedGroup>(sql.unsafe`
    WITH RECURSIVE inside AS (
      SELECT ${id}::uuid AS id
      UNION SELECT m."group" FROM inside JOIN dynamicgroupmembership m ON m.parent_group = inside.id
    )
    ${describedGroups} JOIN inside ON inside.id = g.id`);
  const byId = new Map(groups.map((group) => [group.id, group]));
  const whole = byId.get(id);
  // It may have been deleted a moment ago.
  if (!whole) throw problems.notFound();
  const sets: ComposedSet[] = [];
  /**
   * Where a group stands among the sets, and how many groups it is made of; a group that is still being placed has
   * none.
   */
  const placed = new Map<string, { set: number; size: number } | undefined>();
  const place = (group: DescribedGroup): { set: number; size: number } => {
    if (placed.has(group.id)) return placed.get(group.id) ?? unsound();
    placed.set(group.id, undefined);
    const parts = group.parts.map((part) => ({ operator: part.operator, ...place(byId.get(part.group)!) }));
    const size = parts.reduce((sum, part) => sum + part.size, 1);
    if (size > largestComposition) unsound();
    const set = sets.push({ filter: group.filter, parts: parts.map(({ operator, set }) => ({ operator, set })) }) - 1;
    placed.set(group.id, { set, size });
    return { set, size };
  };
  place(whole);
  return sets;
}

/** No request makes such a group, but a dump that was written by hand may hold one. */
function unsound(): never {
  throw problems.conflict('The group is part of itself, or made of too many groups. Change its memberships.');
}
