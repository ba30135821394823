import type { ChoiceSet } from '@plumbline/model';

/** The two ends of a circuit. */
export const terminationSides: ChoiceSet = [
  ['A', 'A'],
  ['Z', 'Z'],
];
