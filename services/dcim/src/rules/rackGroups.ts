import { type BatchRule, changesStored, type Row, type RuleResult } from '@plumbline/model';

/**
 * A group stands at its parent's location or somewhere below it: where the parent comes to stand when the request moves
 * it, too. One that stays where it was is taken along by a parent that moves.
 */
export const parentReachesLocation: BatchRule = (candidates) => {
  const sent = new Map(
    candidates
      .filter((candidate) => changesStored(candidate, 'location'))
      .map(({ row, related }): [unknown, Row] => [row.id, { ...related.location, id: row.location }]),
  );
  return candidates.map((candidate): RuleResult => {
    const { location, parent } = candidate.related;
    if (!location || !parent) return undefined;
    const place = placeOfParent(candidate.row, parent, sent);
    const permitted = sent.has(candidate.row.id) ? [place.id] : [place.id, parent.location];
    if (permitted.some((id) => isWithin(location, id))) return undefined;
    const told = `parent rack group "${parent.name}" location "${place.name}"`;
    return { location: [`Location "${location.name}" is not descended from ${told}.`] };
  });
};

/** Where the parent of a group comes to stand: where it is sent, or taken along to by the closest group around it that is `sent` somewhere. */
function placeOfParent(row: Row, parent: Row, sent: ReadonlyMap<unknown, Row>): Row {
  const own = { id: parent.location, name: parent['location.name'], tree_ids: parent['location.tree_ids'] };
  const around = (row.tree_ids as string[]).slice(0, -1).findLast((id) => sent.has(id));
  const place = sent.get(around);
  if (!place) return own;
  return around !== row.parent && isWithin(own, place.id) ? own : place;
}

const isWithin = (location: Row, id: unknown): boolean => (location.tree_ids as string[]).includes(String(id));
