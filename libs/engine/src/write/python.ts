import { readUuid } from '@plumbline/model';

/** A value as the contract's messages quote it: Python's way of writing it. */
export function quoted(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string')
    return value.includes("'") && !value.includes('"') ? `"${value}"` : `'${value.replace(/['\\]/g, '\\$&')}'`;
  if (Array.isArray(value)) return `[${value.map(quoted).join(', ')}]`;
  if (typeof value === 'object')
    return `{${Object.entries(value)
      .map(([key, item]) => `${quoted(key)}: ${quoted(item)}`)
      .join(', ')}}`;
  return String(value);
}

/** An id as the contract's messages quote it. */
export function quotedKey(id: unknown): string {
  return readUuid(id) ? `UUID('${id}')` : quoted(id);
}
