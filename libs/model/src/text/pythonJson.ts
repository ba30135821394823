/**
 * A JSON value as Python's `json.dumps` writes it, as cells of tables and the lengths of custom fields have it: blanks
 * behind commas and colons, everything beyond ASCII escaped.
 */
export function pythonJson(value: unknown): string {
  let quoted = false;
  // Part by part of what is text already: a value may be nested deeper than functions call one another.
  return JSON.stringify(value ?? null).replace(parts, (part) => {
    if (part === '"') quoted = !quoted;
    if (part === '"' || part.startsWith('\\')) return part;
    if (quoted) return part.replace(beyondAscii, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    return part === ',' || part === ':' ? `${part} ` : numberText(Number(part));
  });
}

/** What of JSON Python may write otherwise, and what tells where texts begin and end. */
const parts = /\\.|"|[,:]|-?\d[\d.eE+-]*|[\u007f-\uffff]/g;
const beyondAscii = /[\u007f-\uffff]/;

const numberText = (number: number): string =>
  Number.isInteger(number) && Math.abs(number) < 1e16 ? String(number) : pythonFloat(number);

/** A number with a fraction as Python writes it: `0.0`, `1e-05`, `1e+16`. */
export function pythonFloat(value: number): string {
  const exponent = value === 0 ? 0 : Number(value.toExponential().split('e')[1]);
  if (exponent >= -4 && exponent < 16) return Number.isInteger(value) ? `${value}.0` : String(value);
  const [digits = '', power = ''] = value.toExponential().split('e');
  return `${digits}e${power[0]}${power.slice(1).padStart(2, '0')}`;
}
