import type { ComposedSet } from '@plumbline/engine';
import { problems } from '@plumbline/http';
import { type Queryable, sql } from '@plumbline/store';

interface Group {
  id: string;
  filter: ComposedSet['filter'];
  parts: { operator: ComposedSet['parts'][number]['operator']; group: string }[];
}

/** What a group is made of, with everything below it, as sets that each come after those they are made of. One statement. */
export async function compositionOf(tx: Queryable, id: string): Promise<ComposedSet[]> {
  const groups = await tx.rows<Group>(sql.unsafe`
    WITH RECURSIVE inside AS (
      SELECT ${id}::uuid AS id
      UNION SELECT m."group" FROM inside JOIN dynamicgroupmembership m ON m.parent_group = inside.id
    )
    SELECT g.id, g.filter, coalesce((
      SELECT json_agg(json_build_object('operator', m.operator, 'group', m."group") ORDER BY m.weight, c.name, m.operator)
      FROM dynamicgroupmembership m JOIN dynamicgroup c ON c.id = m."group" WHERE m.parent_group = g.id
    ), '[]') AS parts
    FROM dynamicgroup g JOIN inside ON inside.id = g.id`);
  const byId = new Map(groups.map((group) => [group.id, group]));
  const sets: ComposedSet[] = [];
  const places = new Map<string, number>();
  const place = (group: Group): number => {
    const known = places.get(group.id);
    if (known !== undefined) return known;
    const parts = group.parts.map(({ operator, group: part }) => ({ operator, set: place(byId.get(part)!) }));
    places.set(group.id, sets.length);
    return sets.push({ filter: group.filter, parts }) - 1;
  };
  const whole = byId.get(id);
  // It may have been deleted a moment ago.
  if (!whole) throw problems.notFound();
  place(whole);
  return sets;
}
