import { type BatchRule, type Candidate, changesStored, type RuleResult } from '@plumbline/model';

/**
 * A group stands at its parent's location or somewhere below it: where the parent comes to stand when the request writes
 * it, too. One that stays where it was is taken along by a parent that moves.
 */
export const parentReachesLocation: BatchRule = (candidates) => {
  const written = new Map<unknown, Candidate>(candidates.map((candidate) => [candidate.row.id, candidate]));
  return candidates.map((candidate): RuleResult => {
    const { location, parent } = candidate.related;
    if (!location || !parent) return undefined;
    const itself = written.get(candidate.row.parent);
    const moved = itself ? itself.row.location : parent.location;
    const permitted = changesStored(candidate, 'location') ? [moved] : [moved, parent.location];
    if (permitted.some((place) => (location.tree_ids as string[]).includes(String(place)))) return undefined;
    const name = itself?.related.location ? itself.related.location.name : parent['location.name'];
    const told = `parent rack group "${parent.name}" location "${name}"`;
    return { location: [`Location "${location.name}" is not descended from ${told}.`] };
  });
};
