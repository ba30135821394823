import type { Model, Row } from '@plumbline/model';
import type { Engine, UnitOfWork } from '../core/engine';
import type { ExtensionTable } from '../core/extensions/extension';
import { extensionsOf } from '../core/extensions/registered';
import { selectByIds } from '../core/messages/ask';
import { show } from '../render/render';
import { addedCell, csvText } from './cells';
import { type Column, keyedRelations, listColumns, writtenColumns } from './columns';
import { hopsOf, keyParts, treeLevels } from './keyColumns';

/** Dotted paths a table of the model reads beyond the row itself; to be given to `load` as `paths`. */
export function csvPaths(engine: Engine, model: Model): string[] {
  return keyedRelations(engine, model).flatMap(([name, field]) =>
    keyParts(engine, field.options.to!)
      .filter(({ path }) => path !== 'id')
      .flatMap(({ path }) => [...hopsOf(`${name}.${path}`), `${name}.${path}`]),
  );
}

/** A column of an extension. */
type AddedColumn = ReturnType<ExtensionTable['columns']>[number];

/** What a table has beside its rows. */
export interface Heading {
  columns: Column[];
  /** Those of extensions, at the end. */
  added: AddedColumn[];
}

/**
 * Writes objects as a table (docs/contract/tables.md). Rows must have been loaded with `csvPaths`, unless they are the answer
 * to a write (`written`), which names related objects by id. No rows: the empty text.
 */
export async function writeCsv(
  work: UnitOfWork,
  model: Model,
  rows: Row[],
  { written = false }: { written?: boolean } = {},
): Promise<string> {
  if (rows.length === 0) return '';
  const heading = await headingOf(work, model, written);
  return headerLine(heading) + (await writeLines(work, model, heading, rows));
}

/** What a table of the model has beside its rows, as it is now. */
export async function headingOf(work: UnitOfWork, model: Model, written = false): Promise<Heading> {
  const { engine } = work;
  const columns = written ? writtenColumns(engine, model) : await columnsOf(work, model);
  const extensions = extensionsOf(engine).of(model);
  return { columns, added: extensions.flatMap(({ table }) => table?.columns(engine, model) ?? []) };
}

/** The first line of a table. */
export const headerLine = ({ columns, added }: Heading): string =>
  csvText([[...columns, ...added].map(({ header }) => header)]);

/** The lines of rows, without the first. */
export async function writeLines(
  work: UnitOfWork,
  model: Model,
  { columns, added }: Heading,
  rows: Row[],
): Promise<string> {
  const [shown, names] = await Promise.all([show(work, model, rows, 0, { root: true }), namesOf(work, model, rows)]);
  return csvText(
    rows.map((row, index) => [
      ...columns.map(({ cell }) => cell({ row, shown: shown[index]!, names })),
      ...added.map(({ value }) => addedCell(value(shown[index]!))),
    ]),
  );
}

/** The columns of a list as they are now: trees have one for each of their levels. */
async function columnsOf(work: UnitOfWork, model: Model): Promise<Column[]> {
  const trees = keyedRelations(work.engine, model).flatMap(([, field]) =>
    keyParts(work.engine, field.options.to!).flatMap(({ tree }) => tree ?? []),
  );
  return listColumns(work.engine, model, await treeLevels(work, trees));
}

/** The names of all objects in lists of the rows that go by a name, asked for once. */
async function namesOf(work: UnitOfWork, model: Model, rows: Row[]): Promise<Map<unknown, string>> {
  const names = await Promise.all(
    Object.entries(model.fields).map(async ([name, { options }]): Promise<[unknown, string][]> => {
      const { namedBy, to } = options;
      if (namedBy === undefined) return [];
      const ids = [...new Set(rows.flatMap((row) => (row[name] as string[] | null) ?? []))];
      const found = await selectByIds(work, to!, ids, [namedBy]);
      return [...found].map(([id, row]) => [id, String(row[namedBy])]);
    }),
  );
  return new Map(names.flat());
}
