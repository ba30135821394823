import type { ChoiceSet } from '@plumbline/model';

/** How a host comes by its address. */
export const addressTypes: ChoiceSet = [
  ['dhcp', 'DHCP'],
  ['host', 'Host'],
  ['slaac', 'SLAAC'],
];
