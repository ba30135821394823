import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { makeDataFolder, type Settings } from '@plumbline/config';
import { groupedBy } from '@plumbline/engine';
import type { Log } from '@plumbline/log';
import type { Row } from '@plumbline/model';
import { aloneWith } from '../alone';
import { type Application, applyDrafts } from '../apply/applyDrafts';
import { type Draft, refTo } from '../apply/draft';
import { openDraftStore } from '../apply/draftStore';
import type { Api } from '../apply/openApi';
import { type Destination, withPlumbline } from '../apply/reachPlumbline';
import { modelHere } from '../models';
import { type Column, type MappingWanted, type Reading, readingOf, readMapping } from './columns';
import { converted, listOf, NamesNone, saidBy, Unfit } from './convert';
import { type Related, relatedIn } from './findRelated';
import { readSheet, type Sheet } from './readSheet';

export interface SpreadsheetOptions {
  file: string;
  /** A file that says what the columns mean; else they go by their headers. */
  mapping?: string | undefined;
  /** Said on the command line, over what the mapping says. */
  wanted: Pick<MappingWanted, 'to' | 'key' | 'sheet' | 'delimiter'>;
  /** Write nothing. */
  preview?: boolean;
  destination: Destination;
  log: Log;
  progress: (part: string, done: number, total?: number) => void;
}

/** A cell that cannot be what its column says. */
export interface CellProblem {
  row: number;
  column: string;
  problem: string;
}

export interface SpreadsheetImported extends Application {
  endpoint: string;
  rows: number;
  key: string[];
  /** What each column says. */
  columns: { header: string; says: string }[];
  /** The first rows, as they would be sent. */
  first: { row: number; body: Row }[];
  /** Nothing is written while there are any. */
  problems: CellProblem[];
}

const shownRows = 5;

/** Makes objects of the rows of a sheet, or changes those that are here; nothing, unless all rows can be read. */
export async function importSpreadsheet(settings: Settings, options: SpreadsheetOptions): Promise<SpreadsheetImported> {
  makeDataFolder(settings.dataDir);
  const folder = join(settings.dataDir, 'import-spreadsheet');
  return aloneWith(folder, () => importWithin(folder, settings, options));
}

async function importWithin(
  folder: string,
  settings: Settings,
  options: SpreadsheetOptions,
): Promise<SpreadsheetImported> {
  const { file, preview = false, destination, log, progress } = options;
  const mapping = options.mapping ? await readMapping(options.mapping) : {};
  const said = Object.fromEntries(Object.entries(options.wanted).filter(([, value]) => value !== undefined));
  const wanted: MappingWanted = { ...mapping, ...said };
  const sheet = await readSheet(file, wanted);
  const reading = readingOf(sheet.headers, wanted);
  const endpoint = `${reading.model.app}/${reading.model.endpoint}`;
  const store = await openDraftStore(folder);
  try {
    return await withPlumbline(settings, destination, log, async (api) => {
      const { drafts, problems } = await draftsOf(api, reading, sheet, endpoint);
      const isWritten = problems.length === 0;
      if (isWritten) for (const draft of drafts) await store.add(draft);
      await store.finish();
      const application = await applyDrafts(store, api, {
        idOf: chosenIds(),
        identities: { [endpoint]: { match: reading.key, updates: true } },
        severalFit: 'a key of more fields has to say which is meant',
        numbered: new Set(reading.model.keyType === 'int' ? [endpoint] : []),
        dryRun: preview,
        progress: (part, done, total) => progress(part, done, total),
      });
      const first = drafts.slice(0, shownRows).map(({ key, body }) => ({ row: rowOf(key), body }));
      const columns = reading.columns.map(({ header, field, attribute }) => ({
        header: header || '(always)',
        says: attribute ? `${field}, by its ${attribute}` : field,
      }));
      return { ...application, endpoint, rows: sheet.rows.length, key: reading.key, columns, first, problems };
    });
  } finally {
    await store.remove();
  }
}

/** Ids for new objects: each key has one of its own. */
function chosenIds(): (key: string) => string {
  const ids = new Map<string, string>();
  return (key) => {
    const known = ids.get(key) ?? randomUUID();
    ids.set(key, known);
    return known;
  };
}

const keyOfRow = (number: number): string => `row:${number}`;
/** The number of the row that a draft is made of. */
export const rowOf = (key: string): number => Number(key.slice('row:'.length));

async function draftsOf(
  api: Api,
  reading: Reading,
  sheet: Sheet,
  endpoint: string,
): Promise<{ drafts: Draft[]; problems: CellProblem[] }> {
  const related = relatedIn(api);
  const problems: CellProblem[] = [];
  const drafts: Draft[] = [];
  const own = rowsByName(reading, sheet);
  for (const { number, cells } of sheet.rows) {
    const body: Row = {};
    const cellOf = (column: Column) =>
      column.header === '' ? null : (cells[sheet.headers.indexOf(column.header)] ?? null);
    for (const field of new Set(reading.columns.map((column) => column.field))) {
      const columns = reading.columns.filter((column) => column.field === field);
      try {
        const value = await valueIn(reading, related, columns, cellOf, own, number);
        if (value === undefined) continue;
        if (field.startsWith('custom_fields.'))
          body.custom_fields = {
            ...(body.custom_fields as Row | undefined),
            [field.slice('custom_fields.'.length)]: value,
          };
        else body[field] = value;
      } catch (error) {
        if (!(error instanceof Unfit)) throw error;
        problems.push({
          row: number,
          column: columns.map(({ header }) => header || field).join(', '),
          problem: error.message,
        });
      }
    }
    const lacking = reading.key.filter((field) => body[field] === undefined);
    if (lacking.length === reading.key.length)
      problems.push({
        row: number,
        column: reading.key.join(', '),
        problem: 'says nothing by which the row could be known',
      });
    const { writeOnly, rest } = split(reading, body);
    drafts.push({ endpoint, key: keyOfRow(number), body: rest, once: writeOnly });
  }
  return { drafts, problems: [...problems, ...repeated(reading, drafts)] };
}

/** What only new objects are told, since those that are here do not show it. */
function split({ model }: Reading, body: Row): { writeOnly: Row; rest: Row } {
  const isOnce = (field: string) => model.fields[field]?.options.onlyOnCreate === true;
  const pick = (once: boolean) => Object.fromEntries(Object.entries(body).filter(([field]) => isOnce(field) === once));
  return { writeOnly: pick(true), rest: pick(false) };
}

/** The rows of the sheet itself by what names them, for those that refer to one another: parents in trees. */
function rowsByName({ model, columns }: Reading, { headers, rows }: Sheet): ReadonlyMap<string, number[]> {
  const self = columns.find(({ field }) => model.fields[field]?.options.to === model.label);
  const names = columns.find(({ field, attribute }) => attribute === undefined && field === (self?.attribute ?? ''));
  if (!names) return new Map();
  const at = headers.indexOf(names.header);
  return groupedBy(
    rows.filter(({ cells }) => cells[at] != null),
    ({ cells }) => String(cells[at]),
    ({ number }) => number,
  );
}

async function valueIn(
  { model }: Reading,
  related: Related,
  columns: readonly Column[],
  cellOf: (column: Column) => Sheet['rows'][number]['cells'][number],
  own: ReadonlyMap<string, number[]>,
  row: number,
): Promise<unknown> {
  const said = columns.map((column) => [column, saidBy(cellOf(column), column)] as const);
  const given = said.filter(([, value]) => value !== undefined);
  if (given.length === 0) return undefined;
  const [[first, value]] = given as [(typeof given)[number]];
  const target = model.fields[first.field]?.options.to;
  if (!target) return converted(model, first, value);
  const { isMany } = model.fields[first.field]!;
  if (value === null) return isMany ? [] : null;
  if (isMany) return Promise.all(listOf(value).map((one) => related.idOf(target, { [first.attribute!]: one })));
  const attributes = Object.fromEntries(given.map(([column, each]) => [column.attribute!, each]));
  return related.idOf(target, attributes).catch((error) => {
    if (!(error instanceof NamesNone) || target !== model.label || given.length > 1) throw error;
    // A row is not what it refers to itself.
    const [another, ...more] = (own.get(String(value)) ?? []).filter((number) => number !== row);
    if (another === undefined) throw error;
    if (more.length === 0) return refTo(keyOfRow(another), true);
    const { plural } = modelHere(target);
    throw new Unfit(
      `rows ${[another, ...more].join(', ')} are all ${plural} with ${first.attribute} ${String(value)}: bring them in first, and then this row with the id of the one that is meant`,
    );
  });
}

/** Two rows about one object would change it back and forth. */
function repeated({ key }: Reading, drafts: readonly Draft[]): CellProblem[] {
  const seen = new Map<string, number>();
  return drafts.flatMap((draft) => {
    const name = JSON.stringify(key.map((field) => draft.body[field] ?? null));
    const before = seen.get(name);
    seen.set(name, before ?? rowOf(draft.key));
    return before === undefined
      ? []
      : [{ row: rowOf(draft.key), column: key.join(', '), problem: `is the same as in row ${before}` }];
  });
}
