import { JsonText, problems } from '@plumbline/http';
import {
  allOf,
  anyOf,
  type Criteria,
  type Model,
  nothing,
  pythonType,
  type Row,
  readCompositeKey,
  readUuid,
  where,
} from '@plumbline/model';
import { csvPaths, writeCsv } from '../csv';
import type { Work } from '../engine';
import { readFilters } from '../filter/readFilters';
import { permitted } from '../permissions';
import { load } from '../read/load';
import { showTexts } from '../read/render';
import { selectValues } from '../read/values';
import { removeObjects } from '../remove/remove';
import { changeObjects, writing } from '../write/objects';
import { wasAnswered } from '../write/once';
import { naturalKeyCriteria } from '../write/references';
import { entityTag, isKnown, precondition } from './etag';
import { bodyOf, type Exchange, isCsv, type Reply } from './exchange';
import { readDepth, readForm, replyWritten } from './list';

/** What the last part of a detail URL means: an id, or the parts of a natural key. Undefined: it can mean nothing. */
export function identify(model: Model, text: string): Criteria | undefined {
  if (model.keyType === 'int' && /^\d{1,15}$/.test(text)) return where('id', 'exact', Number(text));
  const uuid = readUuid(text);
  if (uuid !== undefined && model.keyType === 'uuid') return where('id', 'exact', uuid);
  if (model.alsoNamedBy) return anyOf(where(model.alsoNamedBy, 'exact', text), byNaturalKey(model, text) ?? nothing);
  return byNaturalKey(model, text);
}

function byNaturalKey(model: Model, text: string): Criteria | undefined {
  const parts = readCompositeKey(text);
  return model.naturalKey.includes('id') ? undefined : naturalKeyCriteria(model.naturalKey, parts);
}

/** The object a detail URL names, if it is one of those allowed and the query's filters hold; else a 404. */
export async function loadNamed(
  work: Work,
  model: Model,
  text: string,
  allowed: Criteria,
  query?: Exchange['query'],
  paths?: string[],
): Promise<Row> {
  const criteria = await narrowed(work, model, text, query);
  const { rows } = await load(work, model, {
    criteria: allOf(criteria, allowed),
    sort: false,
    root: true,
    ...(paths ? { paths } : {}),
  });
  if (rows.length !== 1) throw problems.notFound();
  return rows[0]!;
}

async function narrowed(work: Work, model: Model, text: string, query?: Exchange['query']): Promise<Criteria> {
  const named = identify(model, text);
  const filters = query && query.size > 0 ? [await readFilters(work, model, query)] : [];
  if (!named) throw problems.notFound();
  return allOf(named, ...filters);
}

/** GET on a detail URL. */
export async function readObject({ work, req, query }: Exchange, model: Model, id: string): Promise<Reply> {
  const visible = await permitted(work, model, 'view');
  if (req.visit.negotiated.renderer === 'csv') {
    const row = await loadNamed(work, model, id, visible, query, csvPaths(work.engine, model));
    return { status: 200, csv: await writeCsv(work, model, [row]) };
  }
  const row = await loadNamed(work, model, id, visible, query);
  const [shown] = await showTexts(work, model, [row], readDepth(model, query), readForm(query));
  const text = shown!;
  const tag = entityTag(model, row, text);
  const headers = { ETag: tag };
  if (isKnown(req.headers['if-none-match'], tag)) return { status: 304, headers };
  return { status: 200, body: new JsonText(text), headers };
}

/** PUT and PATCH on a detail URL. */
export async function changeObject(exchange: Exchange, model: Model, id: string): Promise<Reply> {
  const { work, req, query } = exchange;
  await permitted(work, model, 'change');
  const given = await bodyOf(exchange, model);
  const body = isCsv(exchange) && Array.isArray(given) ? (given[0] ?? null) : given === undefined ? {} : given;
  const criteria = await narrowed(work, model, id, query);
  return writing(work, async (inner): Promise<Reply> => {
    const [found] = await selectValues(inner, model, allOf(criteria, await permitted(inner, model, 'change')));
    if (!found) throw problems.notFound();
    if (Array.isArray(body))
      throw problems.field('non_field_errors', `Invalid data. Expected a dictionary, but got ${pythonType(body)}.`);
    const [row] = await changeObjects(inner, model, [{ id: found.id as string, body }], {
      mode: req.method === 'PUT' ? 'replace' : 'change',
      errors: 'single',
      precondition: precondition(model, req.headers['if-match']),
    });
    return replyWritten(exchange, inner, model, [row!], {});
  });
}

/** DELETE on a detail URL; a body is ignored. */
export async function deleteObject({ work, req, query }: Exchange, model: Model, id: string): Promise<Reply> {
  await permitted(work, model, 'delete');
  if (await wasAnswered(work)) return { status: 204 };
  const criteria = await narrowed(work, model, id, query);
  const [found] = await selectValues(work, model, criteria);
  const options = { precondition: precondition(model, req.headers['if-match']) };
  const removed = found ? await removeObjects(work, model, [found.id as string], options) : 0;
  // The same request may have been sent at the same time, and was the one that removed it.
  if (removed === 0 && !(await wasAnswered(work))) throw problems.notFound();
  return { status: 204 };
}
