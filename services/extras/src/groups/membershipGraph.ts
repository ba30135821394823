import { groupedBy } from '@plumbline/engine';
import type { Candidate } from '@plumbline/model';
import { type Queryable, sql } from '@plumbline/store';

/** One group that is part of another. */
export interface Part {
  parent: string;
  group: string;
  /** Set when it is about to be written. */
  candidate?: Candidate;
}

const uuids = (ids: unknown[]) => sql.array([...new Set(ids)] as string[], 'uuid');

/** Everything that has to do with the groups of these candidates, as it will be: one statement. */
export async function partsAround(tx: Queryable, candidates: Candidate[]): Promise<Part[]> {
  const rows = candidates.map(({ row }) => row);
  const ends = uuids(rows.flatMap(({ group, parent_group }) => [group, parent_group]));
  const stored = await tx.rows<{ parent: string; group: string }>(sql.unsafe`
    WITH RECURSIVE above AS (
      SELECT unnest(${ends}) AS id
      UNION SELECT m.parent_group FROM above JOIN dynamicgroupmembership m ON m."group" = above.id
    ), around AS (
      SELECT id FROM above
      UNION SELECT m."group" FROM around JOIN dynamicgroupmembership m ON m.parent_group = around.id
    )
    SELECT m.parent_group AS parent, m."group" FROM dynamicgroupmembership m JOIN around ON around.id = m.parent_group
    WHERE NOT m.id = ANY(${uuids(rows.map(({ id }) => id))})`);
  const written = candidates.map((candidate): Part => {
    const { parent_group: parent, group } = candidate.row as Record<string, string>;
    return { parent: parent!, group: group!, candidate };
  });
  return [...stored, ...written];
}

/** The parts that lie on a way from a group back to itself, or between two such ways. */
export const looping = (parts: Part[]): Part[] => peeled(peeled(parts, 'parent', 'group'), 'group', 'parent');

/** What is left when parts that lead to where no other goes on are taken away, over and over. */
function peeled(parts: Part[], from: 'parent' | 'group', to: 'parent' | 'group'): Part[] {
  const onward = new Map<string, number>();
  for (const part of parts) onward.set(part[from], (onward.get(part[from]) ?? 0) + 1);
  const leading = groupedBy(parts, (part) => part[to]);
  const open = [...leading.keys()].filter((id) => !onward.has(id));
  const gone = new Set<Part>();
  for (let end = open.pop(); end !== undefined; end = open.pop())
    for (const part of leading.get(end) ?? []) {
      gone.add(part);
      const others = onward.get(part[from])! - 1;
      onward.set(part[from], others);
      if (others === 0) open.push(part[from]);
    }
  return parts.filter((part) => !gone.has(part));
}

/**
 * How many groups each parent is made of, itself included, each counted as often as it is used. There must be no loop.
 */
export function sizesOf(parts: Part[]): Map<string, number> {
  const sizes = new Map<string, number>();
  const byParent = groupedBy(parts, ({ parent }) => parent);
  const open = [...byParent.keys()];
  // What a group is made of is counted before the group itself, which waits on the stack meanwhile.
  while (open.length > 0) {
    const parent = open.at(-1)!;
    const inner = byParent.get(parent)!;
    const unknown = sizes.has(parent) ? [] : inner.filter(({ group }) => byParent.has(group) && !sizes.has(group));
    if (unknown.length > 0) open.push(...unknown.map(({ group }) => group));
    else {
      open.pop();
      const size = inner.reduce((sum, { group }) => sum + (sizes.get(group) ?? 1), 1);
      sizes.set(parent, size);
    }
  }
  return sizes;
}
