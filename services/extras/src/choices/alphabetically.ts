import { contentTypeNames } from '@plumbline/contracts';
import type { Label } from '@plumbline/model';

/**
 * What a form says of a field that names one of these kinds of objects, where the contract has them in the alphabet's
 * order.
 */
export const alphabetically = (labels: readonly Label[]) => {
  const sorted = [...labels].sort();
  return { enum: sorted, enumNames: sorted.map((label) => contentTypeNames[label]) };
};
