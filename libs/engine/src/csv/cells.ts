import type { Field } from '@plumbline/model';
import type { Shown } from '../read/render';

/** What a cell holds where there is no value, and where there is no related object. */
export const noValue = 'NULL';
export const noObject = 'NoObject';

/** A plain value as a cell: `True`/`False`, lists joined by commas, objects as JSON text, null as `NULL`. */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined) return noValue;
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return value.every(isListable) ? value.map(itemOf).join(',') : JSON.stringify(value);
  return typeof value === 'object' ? itemOf(value) : String(value);
}

const isListable = (item: unknown): boolean =>
  typeof item !== 'object' || item === null || reducible(item) !== undefined;

function itemOf(item: unknown): string {
  if (typeof item !== 'object' || item === null) return cellOf(item);
  const reduced = reducible(item);
  return reduced ? cellOf(reduced.value) : JSON.stringify(item);
}

/** A choice counts as its value, an object as its id. */
function reducible(item: object): { value: unknown } | undefined {
  if ('value' in item && 'label' in item) return { value: item.value };
  return 'id' in item && 'url' in item ? { value: item.id } : undefined;
}

/** The JSON value of a field that takes any: a list of plain values as such, where it reads back the same. */
export function jsonCell(value: unknown, field: Field): string {
  if (value === null || value === undefined) return noValue;
  if (!Array.isArray(value)) return typeof value === 'object' ? JSON.stringify(value) : cellOf(value);
  const joined = value.join(',');
  const same = JSON.stringify(field.kind.fromText?.(joined, field)) === JSON.stringify(value);
  return value.length === 0 || (same && !['', noValue, noObject].includes(joined)) ? joined : JSON.stringify(value);
}

/** A custom field's plain value as a cell; nothing when it is not set. */
export function customFieldCell(shown: Shown, key: string): string {
  const value = (shown.custom_fields as Record<string, unknown> | undefined)?.[key];
  return value === null || value === undefined ? '' : cellOf(value);
}

/** Rows of cells as CSV text: quoted where needed, lines ended by CRLF. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(quote).join(',')}\r\n`).join('');
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
