import type { Label } from '@plumbline/model';

/** These kinds of objects, in the alphabet's order, in which clients are told of them. */
export const sortedLabels = (...labels: Label[]): Label[] => labels.sort();
