import type { ChoiceSet } from '@plumbline/model';

/** The protocols by which interfaces stand in for one another. */
export const redundancyProtocols: ChoiceSet = [
  ['hsrp', 'HSRP'],
  ['vrrp', 'VRRP'],
  ['glbp', 'GLBP'],
  ['carp', 'CARP'],
];
