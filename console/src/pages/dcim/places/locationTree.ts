import { everythingQuery } from '../../../api/everything';
import type { Model } from '../../../api/models';
import type { ApiObject, RelatedObject } from '../../../api/types';

/** What is counted of a location, and what leads to a list of it. */
export const counted = [
  { field: 'rack_count', label: 'Racks', model: 'dcim.rack' },
  { field: 'device_count', label: 'Devices', model: 'dcim.device' },
  { field: 'prefix_count', label: 'Prefixes', model: 'ipam.prefix' },
  { field: 'vlan_count', label: 'VLANs', model: 'ipam.vlan' },
  { field: 'circuit_count', label: 'Circuit ends', model: 'circuits.circuittermination' },
  { field: 'virtual_machine_count', label: 'Machines', model: 'virtualization.virtualmachine' },
] as const;

export type Counted = (typeof counted)[number]['field'];

/** A location as its list shows it. */
export interface Location extends ApiObject {
  id: string;
  name: string;
  parent: RelatedObject | null;
  location_type: RelatedObject;
  status: RelatedObject;
}

/** A location within the tree. */
export interface Branch {
  location: Location;
  children: Branch[];
  depth: number;
  /** What is there and in everything below. */
  totals: Record<Counted, number>;
}

/** All locations that a query finds, up to 10,000; a list has more. */
export function locationsQuery(model: Model, filters: string) {
  const query = new URLSearchParams(filters);
  query.set('depth', '0');
  return everythingQuery<Location>(model, query);
}

/** Locations as the tree they are; those whose parents are missing stand outermost. */
export function treeOf(locations: readonly Location[]): Branch[] {
  const known = new Map(locations.map((location) => [location.id, location]));
  const below = new Map<string | undefined, Location[]>();
  for (const location of locations) {
    const parent = location.parent && known.has(String(location.parent.id)) ? String(location.parent.id) : undefined;
    below.set(parent, [...(below.get(parent) ?? []), location]);
  }
  const grow = (parent: string | undefined, depth: number): Branch[] =>
    (below.get(parent) ?? []).map((location) => {
      const children = grow(location.id, depth + 1);
      const totals = Object.fromEntries(
        counted.map(({ field }) => [
          field,
          Number(location[field] ?? 0) + children.reduce((sum, child) => sum + child.totals[field], 0),
        ]),
      ) as Record<Counted, number>;
      return { location, children, depth, totals };
    });
  return grow(undefined, 0);
}

/** The branches that are seen while these are open. */
export function seen(branches: readonly Branch[], isOpen: (branch: Branch) => boolean): Branch[] {
  return branches.flatMap((branch) => [branch, ...(isOpen(branch) ? seen(branch.children, isOpen) : [])]);
}

/** Only branches with something that matches in them, or that match. */
export function pruned(branches: readonly Branch[], matches: ReadonlySet<string>): Branch[] {
  return branches.flatMap((branch) => {
    if (matches.has(branch.location.id)) return [branch];
    const children = pruned(branch.children, matches);
    return children.length === 0 ? [] : [{ ...branch, children }];
  });
}

/** A location among the branches. */
export function branchOf(branches: readonly Branch[], id: string): Branch | undefined {
  for (const branch of branches) {
    const found = branch.location.id === id ? branch : branchOf(branch.children, id);
    if (found) return found;
  }
  return undefined;
}
