import type { ChoiceSet } from '@plumbline/model';

/** Whether devices hold others in their bays, or stand in one. */
export const subdeviceRoles: ChoiceSet = [
  ['parent', 'Parent'],
  ['child', 'Child'],
];
