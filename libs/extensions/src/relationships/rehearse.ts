import { perTransaction, type UnitOfWork } from '@plumbline/engine';
import { type End, isSymmetric, type Relationship, type RelationshipSide } from './relationship';

/** An association, by the ids of its parts. */
export interface Link {
  relationship: string;
  source_id: string;
  destination_id: string;
}

/** What one end of a relationship of an object is to be: linked with these and no others. */
export interface Wish {
  relationshipSide: RelationshipSide;
  id: string;
  others: string[];
}

const wishesOf = perTransaction((): Wish[] => []);

/** Has the rest of a transaction that is a rehearsal see these wishes come true: extras does not keep what it tried. */
export function rehearse(work: UnitOfWork, wishes: Wish[]): void {
  wishesOf(work).push(...wishes);
}

const ends: End[] = ['source', 'destination'];

/** Links as they are with what this transaction has rehearsed. */
export function asRehearsed(work: UnitOfWork, links: Link[]): Link[] {
  const wishes = wishesOf(work);
  if (wishes.length === 0) return links;
  const all = new Set<Link>();
  const byEnd = new Map<string, Set<Link>>();
  const keyOf = (relationship: string, end: End, id: string): string => `${relationship} ${end} ${id}`;
  const enter = (link: Link): void => {
    all.add(link);
    for (const end of ends) {
      const key = keyOf(link.relationship, end, link[`${end}_id`]);
      byEnd.set(key, (byEnd.get(key) ?? new Set()).add(link));
    }
  };
  links.forEach(enter);
  for (const { relationshipSide, id, others } of wishes) {
    const { relationship, own } = relationshipSide;
    const missing = new Set(others);
    for (const end of endsOf(relationship, own))
      for (const link of byEnd.get(keyOf(relationship.id, end, id)) ?? [])
        if (all.has(link) && !missing.delete(link[`${opposite(end)}_id`])) all.delete(link);
    for (const other of missing) enter(linkOf(relationship, own, id, other));
  }
  return [...all];
}

const opposite = (end: End): End => (end === 'source' ? 'destination' : 'source');

const endsOf = (relationship: Relationship, own: End): End[] => (isSymmetric(relationship) ? ends : [own]);

const linkOf = ({ id: relationship }: Relationship, own: End, id: string, other: string): Link =>
  own === 'source'
    ? { relationship, source_id: id, destination_id: other }
    : { relationship, source_id: other, destination_id: id };
