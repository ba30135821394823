import { randomUUID } from 'node:crypto';
import { type Field, type Happening, type Model, type Row, readUuid } from '@plumbline/model';
import { sql } from '@plumbline/store';
import type { Work } from '../engine';
import { type Shown, show } from '../read/render';
import { moment } from '../write/moment';
import { announce } from './announce';
import { tellFollowers } from './followers';
import type { ChangeAction, ChangeRecord } from './outbox';

/**
 * Puts one change record per object into the outbox, in the transaction of the change, and tells everybody once it is
 * in.
 */
export async function recordChanges(work: Work, model: Model, rows: Row[], action: ChangeAction): Promise<void> {
  if (rows.length === 0) return;
  if (model.abilities.changeLog) await writeDown(work, model, await describeChanges(work, model, rows, action));
  else if (model.followers.length > 0)
    await writeDown(
      work,
      model,
      rows.map((row) => ({
        ...origin(work, model, action),
        ...unlogged,
        object_id: String(row.id),
        object_data: row,
      })),
    );
  tellOnceCommitted(
    work,
    model,
    rows.map((row) => row.id as string),
    action,
  );
}

/** Puts into the outbox what became of objects, for followers of their model only. */
export async function recordHappenings(work: Work, model: Model, events: Happening[]): Promise<void> {
  if (events.length === 0) return;
  const action = 'update';
  await writeDown(
    work,
    model,
    events.map(({ id, data }) => ({ ...origin(work, model, action), ...unlogged, object_id: id, object_data: data })),
  );
  tellOnceCommitted(
    work,
    model,
    events.map(({ id }) => id),
    action,
  );
}

/** What a record that is only an event has in place of what the change log shows. */
const unlogged = { logged: false, object_repr: '', object_data_v2: null, related: null };

async function writeDown(work: Work, { label }: Model, records: Omit<ChangeRecord, 'position'>[]): Promise<void> {
  await work.sql.run(sql.unsafe`
    INSERT INTO outbox (id, time, label, record)
    SELECT (record->>'id')::uuid, (record->>'time')::timestamptz, ${label}, record
    FROM jsonb_array_elements(${JSON.stringify(records)}::jsonb) WITH ORDINALITY AS items(record, place) ORDER BY place`);
}

function tellOnceCommitted(work: Work, model: Model, ids: string[], action: ChangeAction): void {
  work.afterCommit?.push(async () => {
    await announce(work, model, ids, action);
    if (!work.unawaited) await tellFollowers(work, model);
  });
}

/** Where a record comes from: the request, and who made it. */
function origin({ engine, scope, departed }: Work, model: Model, action: ChangeAction) {
  return {
    id: randomUUID(),
    app: engine.app,
    // Each its own, so that records of one request are read in the order in which they were written.
    time: departed ? departed.moment() : moment(),
    request_id: readUuid(scope.requestId) ?? randomUUID(),
    user_id: scope.identity.userId,
    user_name: scope.identity.username,
    action,
    label: model.label,
    context: scope.origin?.context ?? ('web' as const),
    context_detail: scope.origin?.detail ?? `${model.app}-api:${model.name}-${action === 'create' ? 'list' : 'detail'}`,
  };
}

async function describeChanges(
  work: Work,
  model: Model,
  rows: Row[],
  action: ChangeAction,
): Promise<Omit<ChangeRecord, 'position'>[]> {
  const relative: Work = { ...work, scope: { ...work.scope, base: '' } };
  const full = await show(relative, model, rows, 1, { root: true, withoutSecrets: true });
  const nested =
    action === 'delete' && model.abilities.notes ? await show(relative, model, rows, 0, { root: false }) : undefined;
  return rows.map((row, index) => {
    const shown = { ...full[index]! };
    if (action === 'create')
      for (const [name, field] of Object.entries(model.fields)) if (field.kind.name === 'counter') delete shown[name];
    return {
      ...origin(work, model, action),
      object_id: String(row.id),
      object_repr: model.plainText(row).slice(0, 200),
      logged: true,
      object_data: flatData(work, model, row, shown),
      object_data_v2: shown,
      related: wholeOf(model, row),
      ...(nested ? { nested: nested[index]! } : {}),
    };
  });
}

/** What the object is a part of. */
function wholeOf({ partOf, fields }: Model, row: Row): ChangeRecord['related'] {
  const id = partOf === undefined ? null : row[partOf];
  return id ? { label: fields[partOf!]!.options.to!, id: String(id) } : null;
}

/**
 * The columns of an object, flat: related objects as ids, tags as names, content types as their numbers; no secrets.
 */
function flatData(work: Work, model: Model, row: Row, shown: Shown): Row {
  const data: Row = {};
  for (const [name, field] of Object.entries(model.fields)) {
    const { hidden, writeOnly, generated } = field.options;
    if (name === 'id' || !field.stored || hidden || writeOnly || generated || field.kind.name === 'sealed') continue;
    data[name] = flatValue(work, name, row[name], field, shown);
  }
  return data;
}

function flatValue(work: Work, name: string, value: unknown, { kind }: Field, shown: Shown): unknown {
  const numberOf = (label: unknown): number => work.engine.catalog.contentTypes.indexOf(String(label)) + 1;
  if (name === 'tags') return (shown.tags as { name: string }[]).map((tag) => tag.name);
  if (kind.lookups === 'labels') return (value as string[]).map(numberOf);
  if (kind.name === 'contentType') return value === null ? null : numberOf(value);
  if (kind.lookups === 'datetime' && typeof value === 'string') return value.replace(/(\.\d{3})\d{3}Z$/, '$1Z');
  return value;
}
