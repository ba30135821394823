import type { ChoiceSet } from '@plumbline/model';

/** Whether a feed is the usual one or stands in for it. */
export const powerFeedTypes: ChoiceSet = [
  ['primary', 'Primary'],
  ['redundant', 'Redundant'],
];

/** Alternating or direct current. */
export const powerFeedSupplies: ChoiceSet = [
  ['ac', 'AC'],
  ['dc', 'DC'],
];

/** How many phases a feed has. */
export const powerFeedPhases: ChoiceSet = [
  ['single-phase', 'Single phase'],
  ['three-phase', 'Three-phase'],
];
