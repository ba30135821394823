import type { Rule } from '@plumbline/model';

/** A group stands at its parent's location or somewhere below it. */
export const parentReachesLocation: Rule = ({ related: { location, parent } }) => {
  if (!location || !parent) return undefined;
  if ((location.tree_ids as string[]).includes(String(parent.location))) return undefined;
  const place = `parent rack group "${parent.name}" location "${parent['location.name']}"`;
  return { location: [`Location "${location.name}" is not descended from ${place}.`] };
};
