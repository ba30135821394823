import type { ChoiceSet } from '@plumbline/model';

/** Which of the devices of a redundancy group carry the load. */
export const failoverStrategies: ChoiceSet = [
  ['', '(unspecified)'],
  ['active-active', 'Active/Active'],
  ['active-passive', 'Active/Passive'],
];
