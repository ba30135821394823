import type { Field } from './field';

/** The PostgreSQL type a stored field's column has. */
export const columnType = (field: Field): string => field.kind.column!(field);
