import type { ChoiceSet } from '@plumbline/model';

/** What a block of addresses is for. */
export const prefixTypes: ChoiceSet = [
  ['container', 'Container'],
  ['network', 'Network'],
  ['pool', 'Pool'],
];
