import type { Model, Row } from '@plumbline/model';
import { fieldsOf } from '../customFields/known';
import type { Engine, Work } from '../engine';
import { show } from '../read/render';
import { selectByIds } from '../verbs/ask';
import { csvText, customFieldCell } from './cells';
import { type Column, keyedRelations, listColumns, writtenColumns } from './columns';
import { keyParts, treeLevels } from './keyColumns';

/** Dotted paths a table of the model reads beyond the row itself; to be given to `load` as `paths`. */
export function csvPaths(engine: Engine, model: Model): string[] {
  return keyedRelations(model).flatMap(([name, field]) =>
    keyParts(engine, field.options.to!)
      .filter(({ path }) => path !== 'id')
      .map(({ path }) => `${name}.${path}`),
  );
}

/** What a table has beside its rows. */
export interface Heading {
  columns: Column[];
  /** Names of the custom fields, each of which has a column. */
  keys: string[];
}

/**
 * Writes objects as a table (rules/core.md §16). Rows must have been loaded with `csvPaths`, unless they are the answer
 * to a write (`written`), which names related objects by id. No rows: the empty text.
 */
export async function writeCsv(
  work: Work,
  model: Model,
  rows: Row[],
  { written = false }: { written?: boolean } = {},
): Promise<string> {
  if (rows.length === 0) return '';
  const columns = written ? writtenColumns(model) : await columnsOf(work, model);
  const heading = { columns, keys: customKeys(work, model) };
  return headerLine(heading) + (await writeLines(work, model, heading, rows));
}

/** The names of the model's custom fields, each of which has a column. */
export const customKeys = ({ engine }: Work, model: Model): string[] =>
  fieldsOf(engine, model.label)
    .map(({ key }) => key)
    .sort();

/** The first line of a table. */
export const headerLine = ({ columns, keys }: Heading): string =>
  csvText([[...columns.map((column) => column.header), ...keys.map((key) => `cf_${key}`)]]);

/** The lines of rows, without the first. */
export async function writeLines(work: Work, model: Model, { columns, keys }: Heading, rows: Row[]): Promise<string> {
  const [shown, tags] = await Promise.all([show(work, model, rows, 0, { root: true }), tagNames(work, model, rows)]);
  return csvText(
    rows.map((row, index) => [
      ...columns.map(({ cell }) => cell({ row, shown: shown[index]!, tags })),
      ...keys.map((key) => customFieldCell(shown[index]!, key)),
    ]),
  );
}

/** The columns of a list as they are now: trees have one for each of their levels. */
export async function columnsOf(work: Work, model: Model): Promise<Column[]> {
  const trees = keyedRelations(model).flatMap(([, field]) =>
    keyParts(work.engine, field.options.to!).flatMap(({ tree }) => tree ?? []),
  );
  return listColumns(work.engine, model, await treeLevels(work, trees));
}

/** The names of all tags the rows carry, asked for once. */
async function tagNames(work: Work, model: Model, rows: Row[]): Promise<Map<unknown, string>> {
  if (!model.fields.tags) return new Map();
  const ids = [...new Set(rows.flatMap((row) => (row.tags as string[] | null) ?? []))];
  const found = await selectByIds(work, model.fields.tags.options.to!, ids, ['name']);
  return new Map([...found].map(([id, tag]) => [id, String(tag.name)]));
}
