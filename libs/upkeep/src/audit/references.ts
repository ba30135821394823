import { setTimeout as delay } from 'node:timers/promises';
import {
  type Audit,
  type Auditor,
  auditBatch,
  columnOf,
  goneAmong,
  ownModel,
  readOutboxOf,
  removeObjects,
  select,
  type UnitOfWork,
} from '@plumbline/engine';
import { Problem } from '@plumbline/http';
import { type Field, type Model, type ObjectKey, partsOfLabel, where } from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';

/** A relation, as its table holds it. */
interface Column {
  model: Model;
  name: string;
  field: Field;
  to: string;
  /** Which rows point at that model. */
  rows: Sql;
}

/** Milliseconds between looks at what seems to dangle: a deletion may be on its way through the services. */
const patience = [300, 700, 1_500];

/** Looks for references to objects that do not exist, in this service and others. */
export function referenceAudit(model: Model): Audit {
  return {
    title: `references of ${model.label}`,
    takesAway: true,
    run: async (work, auditor) => {
      for (const [name, field] of Object.entries(model.fields)) {
        const { to, typeField } = field.options;
        if (to !== undefined && field.stored)
          await auditRelation(work, { model, name, field, to, rows: sql.fragment`TRUE` }, auditor);
        if (field.isGenericKey)
          for (const label of await labelsOf(work, model, typeField!)) {
            const rows = sql.fragment`${columnOf('t', typeField!)} = ${label}`;
            await auditRelation(work, { model, name, field, to: label, rows }, auditor);
          }
      }
    },
  };
}

/**
 * The models a generic key is to be looked at for. One that may be of any model follows its target: by what is told of
 * the deletion of objects that have notes.
 */
async function labelsOf(work: UnitOfWork, model: Model, typeField: string): Promise<string[]> {
  const { catalog } = work.engine;
  const { labels = 'any' } = model.fields[typeField]!.options;
  if (labels !== 'any')
    return [...catalog.contentTypesAmong(labels)].filter((label) => catalog.find(label)?.keyType === 'uuid');
  const rows = await work.sql.rows<{ label: string }>(
    sql.unsafe`SELECT DISTINCT ${columnOf('t', typeField)} AS label FROM ${sql.identifier([model.name])} t ORDER BY label`,
  );
  return rows.map(({ label }) => label).filter((label) => catalog.find(label)?.abilities.includes('notes'));
}

async function auditRelation(work: UnitOfWork, column: Column, auditor: Auditor): Promise<void> {
  // Whether what others know nothing of is there cannot be seen here.
  if (!ownModel(work.engine, column.to) && work.engine.catalog.find(column.to)?.sealed) return;
  let last: ObjectKey | undefined;
  for (;;) {
    const ids = await targetsAfter(work, column, last);
    const missing = await missingOf(work, column.to, ids);
    if (missing.length > 0) await report(work, column, missing, auditor);
    // A database that was restored by itself may have forgotten what this one refers to.
    if (auditor.repair && ids.length > 0) await select(work, column.to, where('id', 'in', ids), { living: true });
    auditor.looked(ids.length);
    if (ids.length < auditBatch) return;
    last = ids.at(-1);
  }
}

/** Objects the column points at, each once, in the order of their ids. */
async function targetsAfter(
  work: UnitOfWork,
  { model, name, field, rows: pointing }: Column,
  last: ObjectKey | undefined,
): Promise<ObjectKey[]> {
  const table = sql.identifier([model.name]);
  const source = field.isMany
    ? sql.fragment`(SELECT unnest(${columnOf('t', name)}) AS id FROM ${table} t WHERE cardinality(${columnOf('t', name)}) > 0) AS targets`
    : sql.fragment`(SELECT ${columnOf('t', name)} AS id FROM ${table} t WHERE ${pointing}) AS targets`;
  const after = last === undefined ? sql.fragment`id IS NOT NULL` : sql.fragment`id > ${last}::${keyType(field)}`;
  const rows = await work.sql.rows<{ id: ObjectKey }>(
    sql.unsafe`SELECT DISTINCT id FROM ${source} WHERE ${after} ORDER BY id LIMIT ${auditBatch}`,
  );
  return rows.map(({ id }) => id);
}

const isInteger = (field: Field): boolean => field.options.columnType !== undefined;
const keyType = (field: Field): Sql => (isInteger(field) ? sql.fragment`int8` : sql.fragment`uuid`);
const keyArray = (field: Field, ids: ObjectKey[]): Sql =>
  sql.fragment`${sql.array(ids as string[], isInteger(field) ? 'int8' : 'uuid')}`;

/** Of these objects of a model, those that are not there; all of them when there is no such model. */
async function missingOf(work: UnitOfWork, label: string, ids: ObjectKey[]): Promise<ObjectKey[]> {
  if (ids.length === 0) return [];
  const there = new Set((await select(work, label, where('id', 'in', ids))).map((row) => row.id));
  return ids.filter((id) => !there.has(id));
}

async function report(work: UnitOfWork, column: Column, suspects: ObjectKey[], auditor: Auditor): Promise<void> {
  let missing = suspects;
  let referrers = await referring(work, column, missing);
  for (const pause of patience) {
    if (referrers.length === 0) return;
    await delay(pause);
    missing = await missingOf(work, column.to, missing);
    referrers = await referring(work, column, missing);
  }
  missing = await withoutThoseToBeHeardOf(work, column, missing);
  const gone = new Set(missing);
  const mended = auditor.repair ? await mend(work, column, missing, referrers) : new Set<ObjectKey>();
  for (const { id, targets } of referrers)
    for (const target of targets.filter((one) => gone.has(one)))
      auditor.found(
        `${column.model.label} ${id}: its ${column.name} is ${column.to} ${target}, which does not exist.`,
        mended.has(id),
      );
}

/** Leaves out what was deleted and goes as soon as this service has taken in the news. */
async function withoutThoseToBeHeardOf(
  work: UnitOfWork,
  { model, field, to }: Column,
  missing: ObjectKey[],
): Promise<ObjectKey[]> {
  const { typeField } = field.options;
  if (typeField === undefined || model.fields[typeField]!.options.labels !== 'any') return missing;
  const { app } = partsOfLabel(to);
  const reached = await work.sql.first<{ position: number }>(
    sql.unsafe`SELECT position FROM consumed WHERE app = ${app}`,
  );
  const { records } = await readOutboxOf(work, app, { after: Number(reached?.position ?? 0) });
  if (records.length === 0) return missing;
  const gone = new Set<unknown>(await goneAmong(work, { label: to, ids: missing.map(String) }));
  return missing.filter((id) => !gone.has(id));
}

interface Referrer {
  id: ObjectKey;
  targets: ObjectKey[];
}

async function referring(work: UnitOfWork, { model, name, field }: Column, targets: ObjectKey[]): Promise<Referrer[]> {
  if (targets.length === 0) return [];
  const column = columnOf('t', name);
  const keys = keyArray(field, targets);
  const condition = field.isMany ? sql.fragment`${column} && ${keys}` : sql.fragment`${column} = ANY(${keys})`;
  const list = field.isMany ? column : sql.fragment`ARRAY[${column}]`;
  return work.sql.rows<{ id: ObjectKey; targets: ObjectKey[] }>(
    sql.unsafe`SELECT t.id, ${list} AS targets FROM ${sql.identifier([model.name])} t WHERE ${condition} ORDER BY t.id`,
  );
}

/** Does what the deletion of the targets would have done; answers whom it was done to. */
async function mend(
  work: UnitOfWork,
  column: Column,
  missing: ObjectKey[],
  referrers: Referrer[],
): Promise<Set<ObjectKey>> {
  const { model, name, field } = column;
  const { onDelete, nullable } = field.options;
  const table = sql.identifier([model.name]);
  const own = sql.identifier([name]);
  const keys = keyArray(field, missing);
  const ids = referrers.map(({ id }) => id);
  if (field.isMany) {
    await work.sql.run(
      sql.unsafe`UPDATE ${table} SET ${own} = ARRAY(SELECT item FROM unnest(${own}) WITH ORDINALITY AS items(item, place) WHERE NOT item = ANY(${keys}) ORDER BY place) WHERE ${own} && ${keys}`,
    );
    return new Set(ids);
  }
  if (onDelete === 'cascade') return removeEach(work, model, ids);
  if (!nullable) return new Set();
  await work.sql.run(sql.unsafe`UPDATE ${table} SET ${own} = NULL WHERE ${own} = ANY(${keys})`);
  return new Set(ids);
}

/** One at a time, so that one that something stands in the way of does not keep the others. */
async function removeEach(work: UnitOfWork, model: Model, ids: ObjectKey[]): Promise<Set<ObjectKey>> {
  const removed = new Set<ObjectKey>();
  for (const id of ids)
    try {
      await removeObjects(work, model, [id]);
      removed.add(id);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  return removed;
}
