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
  readObjectKey,
  where,
} from '@plumbline/model';
import type { UnitOfWork } from '../core/engine';
import type { Answer } from '../core/service';
import { isAboutIds, onlyId } from '../criteria/keys';
import { naturalKeyCriteria } from '../criteria/naturalKey';
import { patternsIn } from '../criteria/patterns';
import { csvPaths, writeCsv } from '../csv';
import { removeObjects } from '../delete/remove';
import { readFilters } from '../filter/readFilters';
import { asSeen } from '../permissions/asSeen';
import { permitted } from '../permissions/permissions';
import { type LoadOptions, load } from '../plan/load';
import { selectValues } from '../plan/values';
import { keptTag, rowCacheFor } from '../render/keptTexts';
import { showTexts } from '../render/render';
import { wasAnswered } from '../write/idempotency/idempotency';
import { changeObjects, writing } from '../write/objects';
import { entityTag, isKnown, precondition } from './etag';
import { bodyOf, type Exchange, isCsv, wantsCsv } from './exchange';
import { readDepth, readInclude, replyWritten } from './list';

/** What the last part of a detail URL means: an id, or the parts of a natural key. Undefined: it can mean nothing. */
function identify(model: Model, text: string): Criteria | undefined {
  const id = readObjectKey(model.keyType, text);
  if (id !== undefined) return where('id', 'exact', id);
  if (model.alsoNamedBy) return anyOf(where(model.alsoNamedBy, 'exact', text), byNaturalKey(model, text) ?? nothing);
  return byNaturalKey(model, text);
}

function byNaturalKey(model: Model, text: string): Criteria | undefined {
  const parts = readCompositeKey(text);
  return model.naturalKey.includes('id') ? undefined : naturalKeyCriteria(model.naturalKey, parts);
}

/** The object a detail URL names, if it is one of those allowed and the query's filters hold; else a 404. */
export async function loadNamed(
  work: UnitOfWork,
  model: Model,
  text: string,
  allowed: Criteria,
  query?: Exchange['query'],
  options: Pick<LoadOptions, 'paths' | 'rowCache'> = {},
): Promise<Row> {
  const criteria = await narrowed(work, model, text, query);
  const { rows } = await load(work, model, {
    criteria: allOf(criteria, allowed),
    sort: false,
    root: true,
    ...options,
  });
  if (rows.length !== 1) throw problems.notFound();
  return rows[0]!;
}

async function narrowed(work: UnitOfWork, model: Model, text: string, query?: Exchange['query']): Promise<Criteria> {
  const named = identify(model, text);
  const filters = query && query.size > 0 ? [await readFilters(work, model, query)] : [];
  if (!named) throw problems.notFound();
  return allOf(await asSeen(work, model, named), ...filters);
}

/** GET on a detail URL. */
export async function readObject(exchange: Exchange, model: Model, id: string): Promise<Answer> {
  const { work, req, query } = exchange;
  const visible = await permitted(work, model, 'view');
  if (wantsCsv(exchange)) {
    const row = await loadNamed(work, model, id, visible, query, { paths: csvPaths(work.engine, model) });
    return { status: 200, csv: await writeCsv(work, model, [row]) };
  }
  const depth = readDepth(model, query);
  const representation = readInclude(query);
  const row = await loadNamed(work, model, id, visible, query, {
    rowCache: rowCacheFor(work, model, depth, representation),
  });
  const [shown] = await showTexts(work, model, [row], depth, representation);
  const text = shown!;
  const tag = keptTag(work, row, text, () => entityTag(model, row, text));
  const headers = { ETag: tag };
  if (isKnown(req.headers['if-none-match'], tag)) return { status: 304, headers };
  return { status: 200, body: new JsonText(text), headers };
}

/** PUT and PATCH on a detail URL. */
export async function changeObject(exchange: Exchange, model: Model, id: string): Promise<Answer> {
  const { work, req, query } = exchange;
  await permitted(work, model, 'change');
  const given = await bodyOf(exchange, model);
  const body = isCsv(exchange) && Array.isArray(given) ? (given[0] ?? null) : given === undefined ? {} : given;
  const criteria = await narrowed(work, model, id, query);
  // Regular expressions take turns, and none that never ends holds rows for so long.
  if (patternsIn(criteria).length > 0) await idOf(work, model, criteria);
  return writing(
    work,
    async (inner): Promise<Answer> => {
      // Whether an object that is named by its id is there is seen when it is locked.
      const named = Array.isArray(body) ? undefined : onlyId(criteria);
      const written = named ?? (await idOf(inner, model, allOf(criteria, await permitted(inner, model, 'change'))));
      if (written === undefined) throw problems.notFound();
      if (Array.isArray(body))
        throw problems.field('non_field_errors', `Invalid data. Expected a dictionary, but got ${pythonType(body)}.`);
      const [row] = await changeObjects(inner, model, [{ id: written, body }], {
        mode: req.method === 'PUT' ? 'replace' : 'change',
        errors: 'single',
        ...(isAboutIds(criteria) ? {} : { criteria }),
        precondition: precondition(model, req.headers['if-match']),
      });
      return replyWritten(exchange, inner, model, [row!], {});
    },
    { onTrust: true },
  );
}

/** The id of the one object that matches; where several do, none is meant. */
async function idOf(work: UnitOfWork, model: Model, criteria: Criteria): Promise<string | number | undefined> {
  const rows = await selectValues(work, model, criteria, { limit: 2 });
  return rows.length === 1 ? (rows[0]!.id as string | number) : undefined;
}

/** DELETE on a detail URL; a body is ignored. */
export async function deleteObject({ work, req, query }: Exchange, model: Model, id: string): Promise<Answer> {
  const allowed = await permitted(work, model, 'delete');
  if (await wasAnswered(work)) return { status: 204 };
  const criteria = await narrowed(work, model, id, query);
  const named = onlyId(criteria) ?? (await idOf(work, model, allOf(criteria, allowed)));
  const options = {
    precondition: precondition(model, req.headers['if-match']),
    ...(isAboutIds(criteria) ? {} : { criteria }),
  };
  const removed = named === undefined ? 0 : await removeObjects(work, model, [named], options);
  // The same request may have been sent at the same time, and was the one that removed it.
  if (removed === 0 && !(await wasAnswered(work))) throw problems.notFound();
  return { status: 204 };
}
