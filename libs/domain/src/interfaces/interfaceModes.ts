import type { ChoiceSet } from '@plumbline/model';

/** How interfaces treat the VLAN tags of frames. */
export const interfaceModes: ChoiceSet = [
  ['access', 'Access'],
  ['tagged', 'Tagged'],
  ['tagged-all', 'Tagged (All)'],
];
