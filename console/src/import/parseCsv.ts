/** What stands between fields: names of fields hold none of these, so that the first line tells. */
const delimiterOf = (text: string): string => {
  const [head = ''] = text.split(/[\r\n]/, 1);
  return [',', ';', '\t'].find((one) => head.includes(one)) ?? ',';
};

/**
 * Rows of a table as text, by RFC 4180: fields between quotes may hold commas, quotes (doubled) and lines, which end in any way. A line without
 * anything is no row. Where commas stand in numbers, spreadsheets put semicolons between fields, and tabs between what is copied.
 */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  const delimiter = delimiterOf(text);
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
    } else if (letter === delimiter) endField();
    else if (letter === '\n' || (letter === '\r' && text[at + 1] !== '\n')) endRow();
    else if (letter !== '\r') field += letter;
  }
  if (field !== '' || row.length > 0 || wasQuoted) endRow();
  return rows;
}

/** A table as text: UTF-8, unless it begins as UTF-16 does or cannot be that, and is what spreadsheets write in the west. */
export async function readTable(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Rows as a table again. */
export const writeCsv = (rows: string[][]): string =>
  rows
    .map(
      (row) =>
        `${row.map((field) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(',')}\r\n`,
    )
    .join('');
