import { allOf, type Criteria, type Model, type Row } from '@plumbline/model';
import type { UnitOfWork } from '../core/engine';
import type { ComposedTableReply } from '../core/messages/composedMessages';
import { keyFrom } from '../criteria/keys';
import { localize } from '../criteria/localize';
import { load, withIds } from '../plan/load';
import { orderedIds } from '../plan/orderedIds';
import { csvPaths, headerLine, headingOf, writeCsv, writeLines } from './writeCsv';

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
  const heading = await headingOf(work, model);
  const beginning = headerLine(heading) + (await writeLines(work, model, heading, rows));
  return inPortions(work, beginning, ids, async (inTime, some) =>
    writeLines(inTime, model, heading, await rowsOf(inTime, model, local, some)),
  );
}

/**
 * The first portion of a table of everything that matches, or the one that was told to be asked for so. In a later one what is deleted on
 * the way, or does not match any more, is left out.
 */
export async function exportPortion(
  work: UnitOfWork,
  model: Model,
  { criteria, sort }: Exported,
  asked?: string,
): Promise<ComposedTableReply> {
  const local = await localize(work, model, criteria);
  const [first = [], ...rest] =
    asked === undefined
      ? await orderedIds(work, model, local, sort, portion)
      : [asked.split(',').map((id) => keyFrom(model, id))];
  if (first.length === 0) return { heading: '', lines: '', rest: [] };
  const [heading, rows] = await Promise.all([headingOf(work, model), rowsOf(work, model, local, first)]);
  const lines = await writeLines(work, model, heading, rows);
  return { heading: headerLine(heading), lines, rest: rest.map((ids) => ids.join(',')) };
}

/**
 * A text, and as many after it as there are portions left, each made when the one before has been taken, in a time of its
 * own.
 */
export async function* inPortions<P>(
  work: UnitOfWork,
  beginning: string,
  rest: Iterable<P>,
  textOf: (inTime: UnitOfWork, portion: P) => Promise<string>,
): AsyncGenerator<string> {
  yield beginning;
  for (const some of rest) {
    const text = await textOf({ ...work, scope: { ...work.scope, deadline: Date.now() + patience } }, some);
    if (text !== '') yield text;
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
