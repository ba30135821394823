/**
 * A JSON value as Python's `json.dumps` writes it, as cells of tables and the lengths of custom fields have it: blanks
 * behind commas and colons, everything beyond ASCII escaped.
 */
export function pythonJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([key, item]) => `${asciiText(key)}: ${pythonJson(item)}`)
      .join(', ')}}`;
  if (typeof value === 'string') return asciiText(value);
  if (typeof value === 'number')
    return Number.isInteger(value) && Math.abs(value) < 1e16 ? String(value) : pythonFloat(value);
  return JSON.stringify(value ?? null);
}

/** A number with a fraction as Python writes it: `0.0`, `1e-05`, `1e+16`. */
export function pythonFloat(value: number): string {
  const exponent = value === 0 ? 0 : Number(value.toExponential().split('e')[1]);
  if (exponent >= -4 && exponent < 16) return Number.isInteger(value) ? `${value}.0` : String(value);
  const [digits = '', power = ''] = value.toExponential().split('e');
  return `${digits}e${power[0]}${power.slice(1).padStart(2, '0')}`;
}

/** Quoted as JSON quotes text, each UTF-16 unit beyond ASCII by its number. */
const asciiText = (text: string): string =>
  JSON.stringify(text).replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
