import { allValues, lastValue, problems, type Query } from '@plumbline/http';
import { allOf, type Model, type Row, where } from '@plumbline/model';
import { exportCsv } from '../csv';
import type { Work } from '../engine';
import { readFilters } from '../filter/readFilters';
import { permitted } from '../permissions';
import { load } from '../read/load';
import { sortNames } from '../read/order';
import { show, showTexts } from '../read/render';
import type { Form } from '../read/shape';
import type { Exchange, Reply } from './exchange';
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
export function readForm(query: Query): Form {
  const wanted = allValues(query, 'include').flatMap((value) => value.split(','));
  return wanted.length === 0 ? { root: true } : { root: true, include: (name) => wanted.includes(name) };
}

/** GET on the list URL. */
export async function listObjects({ work, req, path, query }: Exchange, model: Model): Promise<Reply> {
  const allowed = await permitted(work, model, 'view');
  const criteria = allOf(allowed, await readFilters(work, model, query));
  const sort = sortNames(model, lastValue(query, 'sort'));
  if (req.visit.negotiated.renderer === 'csv')
    return { status: 200, csv: await exportCsv(work, model, { criteria, sort }) };
  const depth = readDepth(model, query);
  const page = readPage(query, work.engine.settings);
  const loaded = await load(work, model, { criteria, sort, root: true, limit: page.limit, offset: page.offset });
  const whole = page.offset === 0 && (page.limit === undefined || loaded.rows.length < page.limit);
  const [count, results] = await Promise.all([
    whole ? loaded.rows.length : loaded.count(),
    showTexts(work, model, loaded.rows, depth, readForm(query)),
  ]);
  return { status: 200, body: pageText(work.scope.base + path, query, page, count, results) };
}

/** Written objects as the answer shows them. */
export const showWritten = (work: Work, model: Model, rows: Row[]) =>
  show(work, model, rows, 0, { root: true, written: true });

/** Objects of a bulk change, in the model's own order. */
export async function showInOrder(work: Work, model: Model, ids: (string | number)[]) {
  const { rows } = await load(work, model, { criteria: where('id', 'in', ids), root: true });
  return showWritten(work, model, rows);
}
