import type { Field } from '@plumbline/model';

/** Writes a non-null stored value as JSON text. */
export type ValueWriter = (value: unknown) => string;

const quoted: ValueWriter = (value) => JSON.stringify(value);
/** For values that PostgreSQL wrote and that never need escaping: ids, moments, addresses. */
const plain: ValueWriter = (value) => `"${value}"`;
const bare: ValueWriter = (value) => String(value);

const writers = { plain, bare };

/** How values of a field are written: the cheapest way that is always right. */
export function valueWriter(field: Field): ValueWriter {
  const { json, render } = field.kind;
  const shown = json ? writers[json] : quoted;
  return render ? (value) => quotedUnless(shown, render(value, field)) : shown;
}

/** A rendered value can be of another type than the stored one. */
function quotedUnless(shown: ValueWriter, value: unknown): string {
  return typeof value === 'string' && shown === plain ? plain(value) : JSON.stringify(value);
}
