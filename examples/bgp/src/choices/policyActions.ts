import type { ChoiceSet } from '@plumbline/model';

/** What becomes of a route that a term matches. */
export const policyActions: ChoiceSet = [
  ['accept', 'Accept'],
  ['reject', 'Reject'],
];
