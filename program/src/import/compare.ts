import type { App, Settings } from '@plumbline/config';
import type { Log } from '@plumbline/log';
import type { Model, Row } from '@plumbline/model';
import { type Database, sql } from '@plumbline/store';
import { compareRows, endpointOf, readRow, Unreadable } from '@plumbline/upkeep';
import { withDatabases } from '../start/withDatabases';
import { type Adapt, adaptWith, readNumbers } from './adapt';
import { copiedModels, tolerated } from './copyServer';
import { readList } from './readList';
import type { Source } from './source';

/** Objects that differ in the same column, or that are not here (no column). */
export interface Differing {
  column: string | undefined;
  count: number;
  /** Some of their ids. */
  examples: string[];
}

/** How the objects of an endpoint compare in either server. */
export interface Comparison {
  endpoint: string;
  /** How many there are; undefined: the server does not say. */
  there: number | undefined;
  here: number;
  /** Whether there may be more here: those who can sign in to this server stay. */
  mayBeMore: boolean;
  /** Objects whose contents were compared. */
  compared: number;
  /** Those that somebody has changed there since they were copied. */
  changedSince: number;
  differing: Differing[];
}

export interface CompareOptions {
  /** Compare the contents of all objects, and not only of some. */
  verify?: boolean;
  paused?: boolean;
  withoutChanges?: boolean;
  progress: (part: string, done: number, total?: number) => void;
  log: Log;
}

/** Objects of each endpoint whose contents are compared unless all are. */
const sampleSize = 20;
const examplesAtMost = 3;

/** Compares how many objects of each endpoint both servers have now, and the contents of some or all of them. */
export const compare = (
  settings: Settings,
  source: Source,
  endpoints: ReadonlySet<string>,
  options: CompareOptions,
): Promise<Comparison[]> =>
  withDatabases(settings, 'import', options.log, async (databases) => {
    const numbers = options.withoutChanges ? undefined : await readNumbers(source).catch(tolerated);
    const adapt = adaptWith({ ...options, numbers: numbers ?? new Map() });
    const comparisons: Comparison[] = [];
    for (const model of copiedModels()) {
      if (!endpoints.has(endpointOf(model))) continue;
      comparisons.push(await compareModel(source, databases.get(model.app as App)!, model, adapt, options));
      options.progress('comparing', comparisons.length, endpoints.size);
    }
    return comparisons;
  });

async function compareModel(
  source: Source,
  database: Database,
  model: Model,
  adapt: Adapt,
  options: CompareOptions,
): Promise<Comparison> {
  const endpoint = endpointOf(model);
  const there = await source.count(endpoint).catch(tolerated);
  const row = await database.first<{ n: number }>(
    sql.unsafe`SELECT count(*) AS n FROM ${sql.identifier([model.name])}`,
  );
  const comparison: Comparison = {
    endpoint,
    there,
    here: Number(row?.n),
    mayBeMore: Object.values(model.fields).some(({ options }) => options.withheldValue !== undefined),
    compared: 0,
    changedSince: 0,
    differing: [],
  };
  try {
    for await (const objects of objectsOf(source, endpoint, there ?? 0, options))
      await compareObjects(database, model, objects, adapt, comparison);
  } catch (error) {
    tolerated(error);
  }
  return comparison;
}

/** All objects of an endpoint, or some that stand together somewhere in its list. */
async function* objectsOf(
  source: Source,
  endpoint: string,
  count: number,
  { verify, progress }: CompareOptions,
): AsyncGenerator<Row[]> {
  if (!verify) {
    const offset = Math.floor(Math.random() * Math.max(1, count - sampleSize + 1));
    yield (await source.page(endpoint, { offset, limit: sampleSize, shallow: true })).objects;
    return;
  }
  let done = 0;
  for await (const { objects, count: total } of readList(source, endpoint)) {
    yield objects;
    done += objects.length;
    progress(`comparing ${endpoint}`, done, total);
  }
}

async function compareObjects(
  database: Database,
  model: Model,
  objects: Row[],
  adapt: Adapt,
  comparison: Comparison,
): Promise<void> {
  const rows = objects.flatMap((given): Row[] => {
    const { object, hidden } = adapt(model, given);
    const row = rowOf(model, object, hidden);
    return row ? [row] : [];
  });
  comparison.compared += rows.length;
  for (const { id, columns } of await compareRows(database, model.app, model, rows)) {
    if (columns.includes('last_updated')) comparison.changedSince += 1;
    else
      for (const column of columns.length > 0 ? columns : [undefined]) addTo(comparison.differing, column, String(id));
  }
}

function addTo(differing: Differing[], column: string | undefined, id: string): void {
  const known = differing.find((one) => one.column === column);
  const entry: Differing = known ?? { column, count: 0, examples: [] };
  if (!known) differing.push(entry);
  entry.count += 1;
  if (entry.examples.length < examplesAtMost) entry.examples.push(id);
}

/** The row of an object; undefined where it cannot be kept here, which was told when it was copied. */
function rowOf(model: Model, object: Row, hidden: Row | undefined): Row | undefined {
  try {
    return readRow(model, object, hidden);
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}
