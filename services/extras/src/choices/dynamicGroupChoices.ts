import type { ChoiceSet, Label } from '@plumbline/model';

/** Objects that can be grouped by what they are. */
export const dynamicGroupContentTypes: Label[] = [
  'dcim.device',
  'dcim.deviceredundancygroup',
  'dcim.rack',
  'ipam.ipaddress',
  'ipam.namespace',
  'ipam.prefix',
  'virtualization.cluster',
  'virtualization.virtualmachine',
];

/** How the members of a group within another count. */
export const dynamicGroupOperators: ChoiceSet = [
  ['union', 'Include (OR)'],
  ['intersection', 'Restrict (AND)'],
  ['difference', 'Exclude (NOT)'],
];
