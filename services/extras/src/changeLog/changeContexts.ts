import type { ChoiceSet } from '@plumbline/model';

/** Where a change came from. */
export const changeContexts: ChoiceSet = [
  ['web', 'Web'],
  ['job', 'Job'],
  ['job-hook', 'Job hook'],
  ['orm', 'ORM'],
  ['unknown', 'Unknown'],
];
