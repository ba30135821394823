/**
 * Writes a small JSON body, an error mostly, as a table: one column per key, one row per object, and nothing at all where
 * there is none (docs/contract/tables.md).
 */
export function csvOfProblem(body: unknown): string {
  const rows = (Array.isArray(body) ? body : [body]).map(asRow);
  if (rows.length === 0) return '';
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => columns.map((column) => quote(asText(row[column]))).join(','));
  return `${[columns.map(quote).join(','), ...lines].join('\r\n')}\r\n`;
}

function asRow(item: unknown): Record<string, unknown> {
  return typeof item === 'object' && item !== null && !Array.isArray(item)
    ? (item as Record<string, unknown>)
    : { detail: item };
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value) && value.every((part) => typeof part !== 'object')) return value.join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
