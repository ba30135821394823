import { noValue, pythonJson } from '@plumbline/model';

/** A plain value as a cell: `True`/`False`, lists joined by commas, objects as Python writes JSON, null as `NULL`. */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined) return noValue;
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return value.every(isListable) ? value.map(itemOf).join(',') : pythonJson(value);
  return typeof value === 'object' ? itemOf(value) : String(value);
}

const isListable = (item: unknown): boolean =>
  typeof item !== 'object' || item === null || reducible(item) !== undefined;

function itemOf(item: unknown): string {
  if (typeof item !== 'object' || item === null) return cellOf(item);
  const reduced = reducible(item);
  return reduced ? cellOf(reduced.value) : pythonJson(item);
}

/** A choice counts as its value, an object as its id. */
function reducible(item: object): { value: unknown } | undefined {
  if ('value' in item && 'label' in item) return { value: item.value };
  return 'id' in item && 'url' in item ? { value: item.id } : undefined;
}

/** A plain value that an extension adds as a cell; nothing when it is not set. */
export const addedCell = (value: unknown): string => (value === null || value === undefined ? '' : cellOf(value));

/** Rows of cells as CSV text: quoted where needed, lines ended by CRLF. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(quote).join(',')}\r\n`).join('');
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
