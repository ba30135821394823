import { allOf, type Criteria, type Model, type Row } from '@plumbline/model';
import type { UnitOfWork } from '../core/engine';
import { localize } from '../criteria/localize';
import { load, withIds } from '../plan/load';
import { orderedIds } from '../plan/orderedIds';
import { addedColumns, columnsOf, csvPaths, type Heading, headerLine, writeCsv, writeLines } from './writeCsv';

/** Objects that are held at once. */
const portion = 1_000;
/** Milliseconds each portion may take; the whole takes as long as its reader reads. */
const patience = 10_000;

/** Which objects, in which order. */
export interface Exported {
  criteria: Criteria;
  sort: string[];
}

/**
 * Everything that matches as a table: a text when it is short, else one text after the other, each made when the one
 * before has been taken. Between them nothing is held but the ids. What is deleted on the way, or does not match any
 * more, is left out.
 */
export async function exportCsv(
  work: UnitOfWork,
  model: Model,
  { criteria, sort }: Exported,
): Promise<string | AsyncGenerator<string>> {
  const local = await localize(work, model, criteria);
  const ids = await orderedIds(work, model, local, sort, portion);
  const first = ids.next();
  if (first.done) return '';
  const rows = await rowsOf(work, model, local, first.value);
  if (first.value.length < portion) return writeCsv(work, model, rows);
  const heading = { columns: await columnsOf(work, model), added: addedColumns(work, model) };
  return texts(work, model, local, heading, headerLine(heading) + (await writeLines(work, model, heading, rows)), ids);
}

async function* texts(
  work: UnitOfWork,
  model: Model,
  criteria: Criteria,
  heading: Heading,
  beginning: string,
  rest: Iterable<(string | number)[]>,
): AsyncGenerator<string> {
  yield beginning;
  for (const ids of rest) {
    const inTime: UnitOfWork = { ...work, scope: { ...work.scope, deadline: Date.now() + patience } };
    const rows = await rowsOf(inTime, model, criteria, ids);
    if (rows.length > 0) yield await writeLines(inTime, model, heading, rows);
  }
}

/** The rows with these ids that match still, in the order of the ids. */
async function rowsOf(work: UnitOfWork, model: Model, criteria: Criteria, ids: (string | number)[]): Promise<Row[]> {
  const { rows } = await load(work, model, {
    criteria: allOf(withIds(model, ids), criteria),
    sort: false,
    root: true,
    paths: csvPaths(work.engine, model),
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}
