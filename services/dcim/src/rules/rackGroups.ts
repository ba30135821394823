import { type Rule, where } from '@plumbline/model';

/** A group stands at its parent's location or somewhere below it. */
export const parentReachesLocation: Rule = async ({ row, related: { location, parent } }, { select }) => {
  if (!location || !parent) return undefined;
  if ((location.tree_ids as string[]).includes(String(parent.location))) return undefined;
  const columns = ['name', 'location.name'];
  const [outer] = await select('dcim.rackgroup', where('id', 'in', [row.parent]), columns);
  const place = `parent rack group "${outer?.name}" location "${outer?.['location.name']}"`;
  return { location: [`Location "${location.name}" is not descended from ${place}.`] };
};
