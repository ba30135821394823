import type { Rule } from '@plumbline/model';

/** A group that has a location serves VLANs there and in the locations below. */
export const groupReachesLocation: Rule = ({ related: { location, vlan_group: group } }) => {
  if (!location || !group?.location) return undefined;
  if ((location.tree_ids as string[]).includes(String(group.location))) return undefined;
  return {
    vlan_group: [`The assigned group belongs to a location that does not include location "${location.name}".`],
  };
};
