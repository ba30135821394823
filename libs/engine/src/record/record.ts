import { randomUUID } from 'node:crypto';
import { protocolVersion } from '@plumbline/bus';
import { type Field, firstCharacters, type Model, type ObjectEvent, type Row, readUuid, where } from '@plumbline/model';
import { moment } from '../core/background/moment';
import { visitYielding } from '../core/background/visitYielding';
import type { ChangeAction, ChangeRecord } from '../core/changeRecord';
import type { UnitOfWork } from '../core/engine';
import { extensionsOf } from '../core/extensions/registered';
import { memoize } from '../core/kept/memoize';
import { select } from '../core/messages/ask';
import { routeName } from '../core/routeName';
import { addRecords, type NewRecord, pendingChange } from '../core/tables/pendingRecords';
import { together } from '../core/transactions/together';
import { showTexts } from '../render/render';
import { announce } from './announce';
import { awaitFollowers } from './followers';

/**
 * Puts one change record per object into the outbox, as the last act of the transaction of the change, and tells everybody
 * once it is in. What one request changes of an object again is told in the record of its first change, as long as that waits.
 */
export const recordChanges = (work: UnitOfWork, model: Model, rows: Row[], action: ChangeAction): Promise<void> =>
  recordAll(work, [[model, rows]], action);

/** The same for objects of several models. */
export async function recordAll(
  work: UnitOfWork,
  changed: readonly (readonly [Model, Row[]])[],
  action: ChangeAction,
): Promise<void> {
  const reading = work.transactionState ? together(work) : work;
  const described = await Promise.all(changed.map(([model, rows]) => recordsOf(reading, model, rows, action)));
  for (const records of described) addRecords(work, await records());
  for (const [model, rows] of changed)
    tellOnceCommitted(
      work,
      model,
      rows.map((row) => row.id as string),
      action,
    );
}

/** Makes records, each later than those made before. */
type MakeRecords = () => NewRecord[] | Promise<NewRecord[]>;

/**
 * What makes the records of changed objects, in the order in which they are to be read: for the change log, or for those who
 * follow their model, if there are any.
 */
async function recordsOf(work: UnitOfWork, model: Model, rows: Row[], action: ChangeAction): Promise<MakeRecords> {
  if (rows.length === 0) return () => [];
  if (model.abilities.changeLog) return describeChanges(work, model, rows, action);
  if (work.engine.catalog.followers(model.label).length === 0) return () => [];
  return () => rows.map((row) => eventOf(work, model, action, String(row.id), row));
}

/** A record that is only an event, of which the change log shows nothing. */
function eventOf(work: UnitOfWork, model: Model, action: ChangeAction, id: string, data: Row): NewRecord {
  const record: Omit<ChangeRecord, 'position'> = {
    ...origin(work, model, action),
    logged: false,
    object_id: id,
    object_repr: '',
    object_data: data,
    object_data_v2: null,
    related: null,
  };
  return asText(record);
}

/** A record as it is written; what is text already stands beside the rest of it. */
function asText(
  record: Omit<ChangeRecord, 'position' | 'object_data_v2' | 'nested'>,
  shown: Partial<RecordTexts> = {},
): NewRecord {
  const { id, time, label, action, object_id, logged } = record;
  const besides = Object.entries(shown).map(([key, text]) => `,"${key}":${text}`);
  const text = `${JSON.stringify(record).slice(0, -1)}${besides.join('')}}`;
  return { id, time, label, action, object_id, logged, text };
}

/** Puts into the outbox what became of objects, for followers of their model only. */
export async function recordEvents(work: UnitOfWork, model: Model, events: ObjectEvent[]): Promise<void> {
  if (events.length === 0) return;
  const action = 'update';
  addRecords(
    work,
    events.map(({ id, data }) => eventOf(work, model, action, id, data)),
  );
  tellOnceCommitted(
    work,
    model,
    events.map(({ id }) => id),
    action,
  );
}

function tellOnceCommitted(work: UnitOfWork, model: Model, ids: string[], action: ChangeAction): void {
  if (ids.length === 0) return;
  work.afterCommit?.push(async () => {
    await announce(work, model, ids, action);
    if (!work.unawaited) await awaitFollowers(work, model);
  });
}

/** Where a record comes from: the request, and who made it. */
function origin({ engine, scope, deletedObject }: UnitOfWork, model: Model, action: ChangeAction) {
  return {
    version: protocolVersion,
    id: randomUUID(),
    app: engine.app,
    // Each its own, so that records of one request are read in the order in which they were written.
    time: deletedObject ? deletedObject.moment() : moment(),
    request_id: readUuid(scope.requestId) ?? randomUUID(),
    user_id: scope.identity.userId,
    user_name: scope.identity.username,
    action,
    label: model.label,
    context: scope.origin?.context ?? ('web' as const),
    context_detail: scope.origin?.detail ?? routeName(model.root, model.name, action === 'create' ? 'list' : 'detail'),
  };
}

/** The same of a record that the change log shows: of an object that the request has made or changed before, as it was then. */
function originOfChange(work: UnitOfWork, model: Model, action: ChangeAction, object_id: string) {
  const first = action === 'delete' ? undefined : pendingChange(work, { label: model.label, object_id });
  if (!first) return origin(work, model, action);
  const { id, time } = first;
  return { ...origin(work, model, first.action === 'create' ? 'create' : action), id, time };
}

async function describeChanges(
  work: UnitOfWork,
  model: Model,
  rows: Row[],
  action: ChangeAction,
): Promise<MakeRecords> {
  const relative: UnitOfWork = { ...work, scope: { ...work.scope, base: '' } };
  const representation = { root: true, withoutSecrets: true, uncounted: action === 'create', briefGenerics: true };
  const full = await showTexts(relative, model, rows, 1, representation);
  const nested =
    action === 'delete' && isOutlived(work, model)
      ? await showTexts(relative, model, rows, 0, { root: false })
      : undefined;
  const names = await unshownNames(work, model, rows);
  const fields = flatFields(model);
  return async () => {
    const records: NewRecord[] = [];
    await visitYielding(work, rows, (row, index) => {
      const object_id = String(row.id);
      const record: Omit<ChangeRecord, 'position' | 'object_data_v2' | 'nested'> = {
        ...originOfChange(work, model, action, object_id),
        object_id,
        object_repr: firstCharacters(model.plainText(row, work.engine.catalog), 200),
        logged: true,
        object_data: flatData(work, fields, row, full[index]!, names),
        related: relatedOf(model, row),
      };
      // How the object is shown is text already.
      const shown: RecordTexts = { object_data_v2: full[index]!, ...(nested ? { nested: nested[index]! } : {}) };
      records.push(asText(record, shown));
    });
    return records;
  };
}

/** Texts of an object in the representations that a record holds, by their keys there. */
type RecordTexts = Pick<Record<keyof ChangeRecord, string>, 'object_data_v2'> & { nested?: string };

/** What the object is a part of. */
function relatedOf({ partOf, fields }: Model, row: Row): ChangeRecord['related'] {
  const id = partOf === undefined ? null : row[partOf];
  return id ? { label: fields[partOf!]!.options.to!, id: String(id) } : null;
}

/** Whether something hangs on objects that goes after them. */
const isOutlived = ({ engine }: UnitOfWork, model: Model): boolean =>
  extensionsOf(engine)
    .of(model)
    .some(({ goesAfter }) => goesAfter);

/** The names of objects in lists that are not shown. */
async function unshownNames(work: UnitOfWork, model: Model, rows: Row[]): Promise<ReadonlyMap<unknown, string>> {
  const names = new Map<unknown, string>();
  for (const [name, { options }] of unshownLists(model)) {
    const { namedBy, to } = options;
    const ids = [...new Set(rows.flatMap((row) => row[name] as string[]))];
    const found = ids.length > 0 ? await select(work, to!, where('id', 'in', ids), { values: [namedBy!] }) : [];
    for (const row of found) names.set(row.id, String(row[namedBy!]));
  }
  return names;
}

/** Lists of objects that are not shown, but by names of theirs. */
const unshownLists = memoize((model: Model) =>
  Object.entries(model.fields).filter(([, { options }]) => options.namedBy !== undefined && options.unshown),
);

/** The fields whose columns a record holds. */
const flatFields = memoize((model: Model): [string, Field][] =>
  Object.entries(model.fields).filter(([name, { stored, options, kind }]) => {
    const { hidden, writeOnly, generated, logged = stored && !hidden && !generated } = options;
    return name !== 'id' && logged && !writeOnly && !kind.isSealed;
  }),
);

/**
 * The columns of an object, flat: related objects as ids, or by the names they go by, content types as their numbers; no secrets.
 */
function flatData(
  work: UnitOfWork,
  fields: readonly [string, Field][],
  row: Row,
  shown: string,
  names: ReadonlyMap<unknown, string>,
): Row {
  const data: Row = {};
  for (const [name, field] of fields) {
    const { unshown, compute } = field.options;
    data[name] = unshown
      ? (row[name] as unknown[]).map((id) => names.get(id))
      : flatValue(work, name, compute ? compute(row) : row[name], field, shown);
  }
  return data;
}

function flatValue(work: UnitOfWork, name: string, value: unknown, { kind, options }: Field, shown: string): unknown {
  const { namedBy } = options;
  if (namedBy !== undefined) return (value as unknown[]).length === 0 ? [] : namesShown(shown, name, namedBy);
  if (value === null) return kind.loggedNull ?? null;
  if (!kind.logged) return value;
  return kind.logged(value, (label) => work.engine.catalog.contentTypeNumber(String(label)));
}

/** The names of the objects that the text of another shows in a list. */
const namesShown = (text: string, name: string, namedBy: string): unknown[] =>
  (JSON.parse(text) as Record<string, Row[]>)[name]!.map((one) => one[namedBy]);
