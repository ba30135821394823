import type { Difference } from '@plumbline/store';

/** Whether what is missing is a table or a column, which no statement about the model can do without. */
export const isLost = ({ part, problem }: Difference): boolean =>
  problem === 'missing' && (part === 'table' || part === 'column');
