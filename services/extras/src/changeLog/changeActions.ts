import type { ChoiceSet } from '@plumbline/model';

/** What can be done to an object. */
export const changeActions: ChoiceSet = [
  ['create', 'Created'],
  ['update', 'Updated'],
  ['delete', 'Deleted'],
];
