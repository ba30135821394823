import type { Field } from '@plumbline/model';

/** Writes a non-null stored value as JSON text. */
export type ValueWriter = (value: unknown) => string;

const quoted: ValueWriter = (value) => JSON.stringify(value);
/** For values that PostgreSQL wrote and that never need escaping: ids, moments, addresses. */
const plain: ValueWriter = (value) => `"${value}"`;
const bare: ValueWriter = (value) => String(value);

const unescaped = new Set(['uuid', 'datetime', 'date', 'prefix', 'host', 'address', 'decimal']);
const literal = new Set(['int', 'float', 'bool']);

/** How values of a field are written: the cheapest way that is always right. */
export function valueWriter(field: Field): ValueWriter {
  const { kind } = field;
  const shown: ValueWriter = unescaped.has(kind.name) ? plain : literal.has(kind.name) ? bare : quoted;
  const { render } = kind;
  return render ? (value) => quotedUnless(shown, render(value, field)) : shown;
}

/** A rendered value can be of another type than the stored one. */
function quotedUnless(shown: ValueWriter, value: unknown): string {
  return typeof value === 'string' && shown === plain ? plain(value) : JSON.stringify(value);
}
