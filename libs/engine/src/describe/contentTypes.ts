import type { Field } from '@plumbline/model';
import type { Engine } from '../engine';

/** The content types a field may name, in the contract's order. */
export function contentTypesOf({ catalog }: Engine, { options }: Field): string[] {
  const { labels, asListed } = options;
  if (asListed && Array.isArray(labels)) return labels;
  return catalog.contentTypes.filter((label) => !Array.isArray(labels) || (labels as string[]).includes(label));
}
