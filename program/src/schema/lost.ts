import { compareSchema, type Database, type Difference, readSchema, type TableSpec } from '@plumbline/store';

/** Whether what is missing is a table or a column, which no statement about the model can do without. */
export const isLost = ({ part, problem }: Difference): boolean =>
  problem === 'missing' && (part === 'table' || part === 'column');

/**
 * The tables and columns that a database has not. Their names are all it takes to see that: nothing is made to learn how
 * PostgreSQL spells the rest.
 */
export const findLost = async (database: Database, wanted: TableSpec[]): Promise<Difference[]> =>
  compareSchema(await readSchema(database), wanted).filter(isLost);
