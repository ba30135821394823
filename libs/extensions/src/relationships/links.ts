import { select, type UnitOfWork } from '@plumbline/engine';
import { allOf, anyOf, type ObjectKey, where } from '@plumbline/model';
import { asRehearsed, type Link } from './rehearse';
import { associationLabel, isSymmetric, type RelationshipSide } from './relationship';

/** For each relationship as objects see it, the ids at the other end by the id of the object. */
export type Links = Map<RelationshipSide, Map<ObjectKey, string[]>>;

/** What objects of one model are linked with: one question to extras for all of them. */
export async function linksOf(
  work: UnitOfWork,
  relationshipSides: RelationshipSide[],
  ids: ObjectKey[],
): Promise<Links> {
  if (relationshipSides.length === 0 || ids.length === 0) return new Map();
  const relationships = [...new Set(relationshipSides.map(({ relationship }) => relationship.id))];
  const criteria = allOf(
    where('relationship', 'in', relationships),
    anyOf(where('source_id', 'in', ids), where('destination_id', 'in', ids)),
  );
  const values = ['relationship', 'source_id', 'destination_id'];
  const found = (await select(work, associationLabel, criteria, { values, ordered: true })) as unknown as Link[];
  const links = asRehearsed(work, found);
  return new Map(relationshipSides.map((relationshipSide) => [relationshipSide, byObject(relationshipSide, links)]));
}

function byObject({ relationship, own }: RelationshipSide, links: Link[]): Map<ObjectKey, string[]> {
  const linked = new Map<ObjectKey, string[]>();
  const enter = (from: string, to: string) => {
    const known = linked.get(from);
    if (known) known.push(to);
    else linked.set(from, [to]);
  };
  for (const link of links) {
    if (link.relationship !== relationship.id) continue;
    const ends = [link.source_id, link.destination_id] as const;
    if (own === 'source') enter(ends[0], ends[1]);
    if (own === 'destination' || isSymmetric(relationship)) enter(ends[1], ends[0]);
  }
  return linked;
}
