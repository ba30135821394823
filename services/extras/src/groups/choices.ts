import type { ChoiceSet } from '@plumbline/model';

/** How the members of a group within another count. */
export const dynamicGroupOperators: ChoiceSet = [
  ['union', 'Include (OR)'],
  ['intersection', 'Restrict (AND)'],
  ['difference', 'Exclude (NOT)'],
];
