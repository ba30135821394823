import { passing, type UnitOfWork, viewerOf } from '@plumbline/engine';
import { sql } from '@plumbline/store';
import { type DescribedGroup, describedGroups } from './composition';

type Id = string | number;
type Filter = DescribedGroup['filter'];
type Ids = ReadonlySet<Id>;

/**
 * The groups that hold each of these objects of a model, by the object's id. All their filters are
 * asked about together; what groups are made of is then worked out from the answers.
 */
export async function groupsHolding(work: UnitOfWork, label: string, ids: readonly Id[]): Promise<Map<Id, Id[]>> {
  const groups = await work.sql.rows<DescribedGroup>(
    sql.unsafe`${describedGroups} WHERE g.content_type = ${label} ORDER BY g.name`,
  );
  const matching = await matchesOf(work, label, ids, groups);
  const members = membersFrom(groups, new Set(ids), matching);
  const holding = new Map<Id, Id[]>(ids.map((id) => [id, []]));
  for (const { id } of groups) for (const member of members(id)) holding.get(member)!.push(id);
  return holding;
}

const keyOf = (filter: Filter): string => JSON.stringify(filter);

/** For each filter that any of the groups has, those of the objects that it lets pass. */
async function matchesOf(
  work: UnitOfWork,
  label: string,
  ids: readonly Id[],
  groups: readonly DescribedGroup[],
): Promise<ReadonlyMap<string, Ids>> {
  const filters = new Map(groups.map(({ filter }) => [keyOf(filter), filter]));
  const passed = await passing(work, label, { filters: [...filters.values()], ids: [...ids], ...viewerOf(work) });
  return new Map([...filters.keys()].map((key, index) => [key, new Set(passed[index]!.map((place) => ids[place]!))]));
}

/** Who is in a group, of the objects that are looked at: its own filter and its parts together. */
function membersFrom(
  groups: readonly DescribedGroup[],
  everybody: Ids,
  matching: ReadonlyMap<string, Ids>,
): (id: string) => Ids {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const known = new Map<string, Ids>();
  const members = (id: string): Ids => {
    const found = known.get(id);
    if (found) return found;
    // No request makes a group that is part of itself; nobody is in one that a dump brought.
    known.set(id, new Set());
    const group = byId.get(id);
    if (!group) return known.get(id)!;
    const own = matching.get(keyOf(group.filter))!;
    const inner = group.parts.reduce<Ids | undefined>(
      (before, { operator, group: part }) => combined(before, operator, members(part), everybody),
      undefined,
    );
    known.set(id, inner ? new Set([...own].filter((one) => inner.has(one))) : own);
    return known.get(id)!;
  };
  return members;
}

/** What parts come to, one after the other. The first stands for itself, or for all that is not in it. */
function combined(
  before: Ids | undefined,
  operator: DescribedGroup['parts'][number]['operator'],
  part: Ids,
  everybody: Ids,
): Ids {
  if (operator === 'union') return new Set([...(before ?? []), ...part]);
  const isKept = (one: Id) => part.has(one) === (operator === 'intersection');
  return new Set([...(before ?? everybody)].filter(isKept));
}
