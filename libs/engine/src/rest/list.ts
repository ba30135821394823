import { allValues, JsonText, lastValue, problems, type Query } from '@plumbline/http';
import { allOf, type Model, type Row, where } from '@plumbline/model';
import type { UnitOfWork } from '../core/engine';
import { echoedFields } from '../core/fieldSets';
import type { Answer } from '../core/service';
import { asViewer } from '../core/viewer';
import { csvPaths, exportCsv, writeCsv } from '../csv';
import { readFilters } from '../filter/readFilters';
import { permitted } from '../permissions/permissions';
import { asViewed, load } from '../plan/load';
import { sortNames } from '../plan/order';
import type { Representation } from '../plan/representation';
import { selectValues } from '../plan/values';
import { rowCacheFor } from '../render/keptTexts';
import { type ShownObject, showTexts } from '../render/render';
import { entityTag } from './etag';
import { type Exchange, wantsCsv } from './exchange';
import { pageText, readPage } from './page';

/** Reads `depth`: a whole number from 0 to 10, 0 when absent. */
export function readDepth(model: Model, query: Query): number {
  const text = lastValue(query, 'depth');
  if (text === undefined || text === '') return 0;
  const depth = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  if (!(depth <= 10)) throw problems.field('depth', 'Enter a whole number from 0 to 10.');
  return model.depthIgnored ? 0 : depth;
}

/** Reads `include`: names the opt-in keys that are wanted; a single value may hold several. */
export function readInclude(query: Query): Representation {
  const wanted = allValues(query, 'include').flatMap((value) => value.split(','));
  return wanted.length === 0 ? { root: true } : { root: true, include: (name) => wanted.includes(name) };
}

/** GET on the list URL. */
export async function listObjects(exchange: Exchange, model: Model): Promise<Answer> {
  const { work, path, query } = exchange;
  const allowed = await permitted(work, model, 'view');
  const criteria = allOf(allowed, await readFilters(work, model, query));
  const sort = sortNames(model, lastValue(query, 'sort'));
  if (wantsCsv(exchange)) return { status: 200, csv: await exportCsv(work, model, { criteria, sort }) };
  const depth = readDepth(model, query);
  const representation = readInclude(query);
  const page = readPage(query, work.engine.settings);
  const loaded = await load(work, model, {
    criteria,
    sort,
    root: true,
    limit: page.limit,
    offset: page.offset,
    rowCache: rowCacheFor(work, model, depth, representation),
  });
  const whole = page.offset === 0 && (page.limit === undefined || loaded.rows.length < page.limit);
  const [count, results] = await Promise.all([
    whole ? loaded.rows.length : loaded.count(),
    showTexts(work, model, loaded.rows, depth, representation),
  ]);
  return { status: 200, body: pageText(work.scope.base + path, query, page, count, results) };
}

/**
 * What a write answers with: the objects as they are shown, or as a table to whoever wants one. New ones stand in the
 * order of the request, those of a list of changes in that of `order`.
 */
export async function replyWritten(
  exchange: Exchange,
  within: UnitOfWork,
  model: Model,
  written: Row[],
  { created = false, listed = false, order }: { created?: boolean; listed?: boolean; order?: OrderById },
): Promise<Answer> {
  const isTable = wantsCsv(exchange);
  const work = asViewer(within);
  const asWritten = created || !(listed || isTable);
  const rows = asWritten ? await asViewed(work, model, written) : await inOrder(work, model, written, isTable, order);
  const texts = listed && isTable ? [] : await showTexts(work, model, rows, 0, { root: true, written: true });
  const headers = listed ? {} : headersOf(model, rows[0]!, texts[0]!, created);
  const status = created ? 201 : 200;
  if (isTable) return { status, csv: await writeCsv(work, model, rows, { written: created }), headers };
  return { status, body: new JsonText(listed ? `[${texts.join(',')}]` : texts[0]!), headers };
}

/** What is said of the one object that was written. */
function headersOf(model: Model, row: Row, text: string, created: boolean): Record<string, string> {
  const tag = { ETag: entityTag(model, row, text) };
  return created ? { Location: String((JSON.parse(text) as ShownObject).url), ...tag } : tag;
}

/** Where each object stands among others in the model's own order, by their ids; one that came in between stands last. */
export type OrderById = Map<unknown, number>;

/** Where these stand among each other as they are now. */
export async function orderByIdOf(work: UnitOfWork, model: Model, ids: unknown[]): Promise<OrderById> {
  if (ids.length === 1) return new Map([[ids[0], 0]]);
  const ordered = await selectValues(asViewer(work), model, where('id', 'in', ids), { ordered: true });
  return new Map(ordered.map(({ id }, place) => [id, place]));
}

/** Written objects in their order, with what a table says of them. */
async function inOrder(
  work: UnitOfWork,
  model: Model,
  written: Row[],
  isTable: boolean,
  order: OrderById = new Map(),
): Promise<Row[]> {
  const placeOf = ({ id }: Row): number => order.get(id) ?? order.size;
  const placed = (rows: Row[]) => rows.toSorted((one, other) => placeOf(one) - placeOf(other));
  const paths = isTable ? csvPaths(work.engine, model) : [];
  // A list does not show what was sent and is not kept.
  if (!(isTable || work.viewer || echoedFields(model).length > 0)) return placed(written);
  const criteria = where(
    'id',
    'in',
    written.map(({ id }) => id),
  );
  return placed((await load(work, model, { criteria, root: true, paths, sort: false })).rows);
}
