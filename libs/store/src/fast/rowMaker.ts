import type { QueryResult } from 'pg';

export type Parse = (text: string) => unknown;
/** How pg makes a row of what it is sent. */
export type ParseRow = (values: (string | null)[]) => unknown;

/**
 * Makes rows of these columns as pg does, all properties at once: it copies an empty row, which V8 does one property after the other
 * where they are many, and then sets each of them by its name.
 */
export function rowMaker(fields: QueryResult['fields'], parsers: readonly Parse[]): ParseRow {
  const row = objectOf(fields, (_, place) => `values[${place}] === null ? null : parsers[${place}](values[${place}])`);
  return new Function('parsers', `return (values) => (${row});`)(parsers) as ParseRow;
}

/** Copies rows of these columns, whatever they have them as. */
export function rowCopier(fields: QueryResult['fields']): (row: object) => Record<string, unknown> {
  const copy = objectOf(fields, (name) => `row[${JSON.stringify(name)}]`);
  return new Function(`return (row) => (${copy});`)() as (row: object) => Record<string, unknown>;
}

/** The text of an object with these columns. Of columns of one name the last counts. */
function objectOf(fields: QueryResult['fields'], textOf: (name: string, place: number) => string): string {
  const places = new Map(fields.map(({ name }, place) => [name, place]));
  const properties = [...places].map(([name, place]) => {
    // The one name that means something else when it is not computed.
    const key = name === '__proto__' ? '["__proto__"]' : JSON.stringify(name);
    return `${key}: ${textOf(name, place)}`;
  });
  return `{ ${properties.join(', ')} }`;
}
