/**
 * Rows of a table as text, by RFC 4180: fields between quotes may hold commas, quotes (doubled) and lines. A line without
 * anything is no row.
 */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let isQuoted = false;
  let wasQuoted = false;
  const endField = () => {
    row.push(field);
    field = '';
    wasQuoted = false;
  };
  const endRow = () => {
    const isEmpty = row.length === 0 && field === '' && !wasQuoted;
    endField();
    if (!isEmpty) rows.push(row);
    row = [];
  };
  for (let at = text.charCodeAt(0) === 0xfeff ? 1 : 0; at < text.length; at += 1) {
    const letter = text[at]!;
    if (isQuoted) {
      if (letter !== '"') field += letter;
      else if (text[at + 1] === '"') {
        field += '"';
        at += 1;
      } else isQuoted = false;
    } else if (letter === '"' && field === '') {
      isQuoted = true;
      wasQuoted = true;
    } else if (letter === ',') endField();
    else if (letter === '\n') endRow();
    else if (letter !== '\r') field += letter;
  }
  if (field !== '' || row.length > 0 || wasQuoted) endRow();
  return rows;
}

/** Rows as a table again. */
export const writeCsv = (rows: string[][]): string =>
  rows
    .map(
      (row) =>
        `${row.map((field) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(',')}\r\n`,
    )
    .join('');
