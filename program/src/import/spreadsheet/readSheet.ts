import { readNamed } from '@plumbline/command';
import { lineEnds } from '@plumbline/engine';
import { CsvError, parse } from 'csv-parse/sync';
import readWorkbook from 'read-excel-file/node';
import { demandSmall } from './demandSmall';

/** What stands in a cell. */
export type Cell = string | number | boolean | Date | null;

/** A sheet: what its columns are called, and its rows with their numbers as people see them. */
export interface Sheet {
  headers: string[];
  rows: { number: number; cells: Cell[] }[];
}

export interface SheetOptions {
  /** Which sheet of a workbook; the first one unless said. */
  sheet?: string | undefined;
  /** What stands between the cells of a CSV file; found out unless said. */
  delimiter?: string | undefined;
}

/** Reads a CSV file or a workbook (.xlsx); throws, with a sentence, when it is none. */
export async function readSheet(file: string, options: SheetOptions = {}): Promise<Sheet> {
  const bytes = await readNamed(file);
  try {
    const isWorkbook = bytes.subarray(0, 2).toString('latin1') === 'PK';
    return sheetOf(isWorkbook ? await cellsOfWorkbook(bytes, options) : cellsOfCsv(bytes, options));
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`);
  }
}

async function cellsOfWorkbook(bytes: Buffer, { sheet }: SheetOptions): Promise<Cell[][]> {
  demandSmall(bytes);
  const sheets = await readWorkbook(bytes);
  const found = sheet === undefined ? sheets[0] : sheets.find(({ sheet: name }) => name === sheet);
  if (!found)
    throw new Error(`There is no sheet ${sheet}. There are: ${sheets.map(({ sheet: name }) => name).join(', ')}.`);
  return found.data as unknown as Cell[][];
}

const delimiters = [',', ';', '\t'];

function cellsOfCsv(bytes: Buffer, { delimiter }: SheetOptions): Cell[][] {
  const text = textOf(bytes);
  const [first = ''] = text.split(/\r\n?|\n/, 1);
  const count = (one: string) => first.split(one).length;
  const likely = delimiters.reduce((best, one) => (count(one) > count(best) ? one : best));
  try {
    return parse(text, {
      bom: true,
      delimiter: delimiter ?? likely,
      relax_column_count: true,
      skip_empty_lines: false,
      record_delimiter: lineEnds,
    }) as Cell[][];
  } catch (error) {
    if (error instanceof CsvError) throw new Error(error.message);
    throw error;
  }
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error('It is not in UTF-8. Save it as CSV in UTF-8, or as a workbook (.xlsx).');
  }
}

function sheetOf([first, ...others]: Cell[][]): Sheet {
  const headers = (first ?? []).map((cell) => String(cell ?? '').trim());
  if (headers.every((header) => header === '')) throw new Error('There are no headers in its first line.');
  const repeated = headers.find((header, index) => header !== '' && headers.indexOf(header) < index);
  if (repeated !== undefined) throw new Error(`Two columns are called ${repeated}.`);
  const rows = others
    .map((cells, index) => ({ number: index + 2, cells: cells.map(tidied) }))
    .filter(({ cells }) => cells.some((cell) => cell !== null));
  const beyond = rows.find(({ cells }) => cells.slice(headers.length).some((cell) => cell !== null));
  if (beyond) throw new Error(`Row ${beyond.number} has more cells than there are headers.`);
  return { headers, rows };
}

function tidied(cell: Cell): Cell {
  if (typeof cell !== 'string') return cell ?? null;
  const text = cell.trim();
  return text === '' ? null : text;
}
