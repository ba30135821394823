import { createHash } from 'node:crypto';
import { type Criteria, type Field, type Model, type Row, where } from '@plumbline/model';
import { locksInOrder, type Sql, sql } from '@plumbline/store';
import { LRUCache } from 'lru-cache';
import { findIds, select } from '../core/ask';
import { foreignManifest, ownModel, type UnitOfWork } from '../core/engine';
import { addError, type Item, parsed, withoutErrors } from '../core/item';
import { perEngine } from '../core/perEngine';
import { together } from '../core/together';
import { idArray } from '../criteria/keys';
import { keepForeignRows } from '../plan/foreignRows';
import { foreseenValues } from '../plan/foreseen';
import { isShownFromColumns, shownFields } from '../plan/representation';
import { goneAmong } from '../record/gone';
import { keepTextsOfRows } from '../render/nestedTexts';
import { showByIds } from '../render/render';
import { readsGuarded } from './guarded';
import { selectNotBeingDeleted } from './notBeingDeleted';
import { quotedKey } from './python';
import { noSuchId, scopeOf } from './references';

/** One relation of the items: its targets' model and what has to be known of them. */
interface Relation {
  name: string;
  field: Field;
  label: string;
  needs: string[];
  /**
   * For one of the models a generic key may point at: the field that says that it does, and the one that shows the
   * target.
   */
  generic?: { typeField: string; shownAs: string };
}

/**
 * Third stage of a write, inside its transaction: takes a shared lock on every target, then asks the owners whether
 * they are there and not about to go (docs/adr/0006-deletion-protocol.md), and for the values the model's rules read. One question per
 * target model, whatever the number of items. What the model looks for (`looks`) goes out with them.
 */
export async function verifyTargets(work: UnitOfWork, model: Model, items: Item[]): Promise<void> {
  const relations = relationsOf(model, (name, field) =>
    genericRelations(work, model, name, field, parsed(items)),
  ).filter((relation) => canPointAt(work, relation));
  const ids = targetsByLabel(relations, items);
  // Whoever handles the deletion of a target has locks of its own.
  const lockable = relations.filter(({ field }) => field.options.onDelete !== 'handled');
  const locked = lockTargets(work, targetsByLabel(lockable, items), strengthsOf(work, model, relations));
  const found = new Map<string, Map<unknown, Row>>();
  const ahead = foreseenValues(work.engine, model);
  // Questions to this service's own database go out behind the locks, as one, and are answered when those are had.
  const asking = together(work);
  const verified = [...ids]
    .filter(([, wanted]) => wanted.size > 0)
    .map(async ([label, wanted]) => {
      if (!ownModel(work.engine, label)) await locked;
      const leading = relations.filter((relation) => relation.label === label);
      const assumed = leading.some(({ name }) => items.some((item) => item.assumed[name]));
      const foreseen = leading.flatMap(({ name }) => ahead.get(name) ?? []);
      const rows = await selectNotBeingDeleted(asking, label, where('id', 'in', [...wanted]), wanted.size, {
        values: [
          ...new Set([...leading.flatMap((relation) => relation.needs), ...(assumed ? ['name'] : []), ...foreseen]),
        ],
        ordered: wanted.size > 1 && leading.some(({ field }) => field.isMany),
        referrer: model.label,
        ...(leading.some((relation) => isRecorded(work, model, relation)) ? { nested: nestedAs(work) } : {}),
      });
      keepTextsOfRows(work, label, rows);
      if (foreseen.length > 0) keepForeignRows(work, label, rows);
      found.set(label, new Map(rows.map((row) => [row.id, row])));
    });
  const looks = model.looks.map((look) => look(withoutErrors(parsed(items)), { ...asking, tx: asking.sql }));
  await Promise.all([locked, ...verified, ...looks, ...readUnverified(asking, model, items, ids)]);
  const gone = await goneTargets(work, relations, items, found);
  for (const item of parsed(items))
    for (const relation of relations) {
      checkTarget(item, relation, found.get(relation.label), gone);
      arrange(item, relation, found.get(relation.label));
    }
}

/** Whether the change record shows the targets of a relation, as they were when they were verified. */
function isRecorded({ engine }: UnitOfWork, model: Model, { name, generic, label }: Relation): boolean {
  const own = ownModel(engine, label);
  return (
    model.abilities.changeLog &&
    label !== model.label &&
    (!own || isShownFromColumns(own)) &&
    shownFields(model, { root: true }).some(([shown]) => shown === (generic?.shownAs ?? name))
  );
}

/**
 * Asks, while the others are verified, for what the change record will show besides: what stays as it was and no rule
 * reads.
 */
function readUnverified(
  work: UnitOfWork,
  model: Model,
  items: Item[],
  verified: ReadonlyMap<string, ReadonlySet<string | number>>,
): Promise<unknown>[] {
  if (!model.abilities.changeLog) return [];
  const wanted = new Map<string, Set<string | number>>();
  const foreseen = new Map<string, Set<string>>();
  for (const [name, { options, isRelation, isMany, kind }] of shownFields(model, { root: true })) {
    if (kind.source !== undefined || !(isRelation || isMany) || !options.to) continue;
    const unsent = parsed(items).filter(({ before, sent }) => before && !Object.hasOwn(sent, name));
    const ids = unsent.flatMap(({ before }) => [before![name]].flat() as (string | number | null)[]);
    const unverified = ids.filter((id) => id !== null && !verified.get(options.to!)?.has(id)) as (string | number)[];
    if (unverified.length === 0) continue;
    wanted.set(options.to, new Set([...(wanted.get(options.to) ?? []), ...unverified]));
    const ahead = foreseenValues(work.engine, model).get(name) ?? [];
    foreseen.set(options.to, new Set([...(foreseen.get(options.to) ?? []), ...ahead]));
  }
  const recorded: UnitOfWork = { ...work, scope: { ...work.scope, base: '' } };
  return [...wanted].map(([label, ids]) => {
    const values = [...foreseen.get(label)!];
    return values.length > 0
      ? readForeseen(recorded, label, [...ids], values)
      : showByIds(recorded, label, [...ids], {});
  });
}

/** Asks how objects of another service are shown, and for what is read of them later, in one question. */
async function readForeseen(
  work: UnitOfWork,
  label: string,
  ids: (string | number)[],
  values: string[],
): Promise<void> {
  const rows = await select(work, label, where('id', 'in', ids), { values, nested: nestedAs(work) });
  keepTextsOfRows(work, label, rows);
  keepForeignRows(work, label, rows);
}

const nestedAs = ({ scope: { nestedRelations } }: UnitOfWork) => (nestedRelations ? { nestedRelations } : {});

/** Targets that need not be there, are not, and have been: what was deleted is not referred to any more. */
async function goneTargets(
  work: UnitOfWork,
  relations: Relation[],
  items: Item[],
  found: Map<string, Map<unknown, Row>>,
): Promise<Set<unknown>> {
  const wanted = targetsByLabel(
    relations.filter(({ field }) => field.options.unverified),
    items,
  );
  const gone = await Promise.all(
    [...wanted].map(([label, ids]) =>
      goneAmong(work, { label, ids: [...ids].filter((id) => !found.get(label)?.has(id)).map(String) }),
    ),
  );
  return new Set(gone.flat());
}

/** The key of a generic relation is a UUID, so objects with numbers for keys are never meant. */
const canPointAt = ({ engine }: UnitOfWork, { generic, label }: Relation): boolean =>
  !generic || engine.catalog.find(label)?.keyType === 'uuid';

function targetsByLabel(relations: Relation[], items: Item[]): Map<string, Set<string | number>> {
  const ids = new Map<string, Set<string | number>>();
  for (const relation of relations) {
    const wanted = ids.get(relation.label) ?? new Set();
    for (const item of parsed(items)) for (const id of targetsOf(item, relation)) wanted.add(id);
    ids.set(relation.label, wanted);
  }
  return ids;
}

function relationsOf(model: Model, genericOf: (name: string, field: Field) => Relation[]): Relation[] {
  return Object.entries(model.fields).flatMap(([name, field]): Relation[] => {
    if (field.isGenericKey) return genericOf(name, field);
    const { to } = field.options;
    if (!to || !(field.stored || field.options.echoed)) return [];
    const tree = model.tree?.parent === name ? ['tree_ids', 'tree_names', 'tree_order'] : [];
    return [
      {
        name,
        field,
        label: to,
        needs: [...(model.needs[name] ?? []), ...scopeOf(field.options).map(({ path }) => path), ...tree],
      },
    ];
  });
}

function genericRelations(
  { engine }: UnitOfWork,
  { fields }: Model,
  name: string,
  field: Field,
  items: Item[],
): Relation[] {
  const typeField = field.options.typeField!;
  const shown = Object.entries(fields).find(
    ([, { kind, options }]) => kind.source === 'generic' && options.via === name,
  );
  const generic = { typeField, shownAs: shown?.[0] ?? name };
  const { labels: choice = 'any' } = fields[typeField]!.options;
  const named = items.map((item) => ({ ...item.before, ...item.sent })[typeField]);
  const labels = choice === 'any' ? new Set(named.map(String)) : engine.catalog.contentTypesAmong(choice);
  return [...labels].map((label) => ({ name, field, label, needs: [], generic }));
}

/** Ids an item's relation points at that matter: new ones, and stored ones the rules read. */
function targetsOf(item: Item, { name, field, label, needs, generic }: Relation): (string | number)[] {
  if (generic) {
    if (!Object.hasOwn(item.sent, name) && !Object.hasOwn(item.sent, generic.typeField)) return [];
    const named = { ...item.before, ...item.sent };
    return named[generic.typeField] === label && named[name] ? [named[name] as string] : [];
  }
  const sent = Object.hasOwn(item.sent, name);
  if (!sent && (!item.before || needs.length === 0 || field.isMany)) return [];
  const value = sent ? item.sent[name] : item.before![name];
  return [value].flat().filter((id): id is string | number => id !== null && id !== undefined);
}

function checkTarget(
  item: Item,
  relation: Relation,
  found: Map<unknown, Row> | undefined,
  gone: ReadonlySet<unknown>,
): void {
  const { field, generic } = relation;
  const name = generic?.shownAs ?? relation.name;
  const { onlyFor, onlyIf, unverified, checkedBy } = field.options;
  for (const id of targetsOf(item, relation)) {
    const row = found?.get(id);
    const assumed = item.assumed[relation.name]?.get(id);
    const isMeant = row && (assumed === undefined || row.name === assumed);
    const fits = isMeant && (!onlyFor || (row.content_types as string[]).includes(onlyFor)) && (!onlyIf || row[onlyIf]);
    const mayBeAbsent = checkedBy === 'model' || (unverified && !gone.has(id));
    if (!fits && !mayBeAbsent) {
      addError(item, {
        [name]: [
          generic || Object.hasOwn(item.sent, name)
            ? noSuchId(id)
            : `${name} instance with id ${quotedKey(id)} does not exist.`,
        ],
      });
      return;
    }
    if (!field.isMany) item.related[name] = row;
  }
}

/** Several targets are kept in the order their own list has, whatever the client's. */
function arrange({ sent }: Item, { name, field }: Relation, found: Map<unknown, Row> | undefined): void {
  const ids = sent[name];
  if (!field.isMany || !Array.isArray(ids) || ids.length < 2 || !found) return;
  const given = new Set<unknown>(ids);
  sent[name] = [...found.keys()].filter((id) => given.has(id));
}

/** Which objects of other services matched last time: what is under lock is asked for whether it still does. */
const matchedBefore = perEngine(() => new LRUCache<string, (string | number)[]>({ max: 500 }));

/**
 * Objects of any model that match, which nobody deletes before the transaction of `work` ends, with the values asked
 * for.
 */
export async function selectShared(
  work: UnitOfWork,
  label: string,
  criteria: Criteria,
  values: string[],
): Promise<Row[]> {
  const known = matchedBefore(work.engine);
  const key = foreignManifest(work.engine, label) && `${label} ${JSON.stringify(criteria)}`;
  let ids = (key && known.get(key)) ?? (await findIds(work, label, criteria));
  while (ids.length > 0) {
    await lockTargets(work, new Map([[label, new Set(ids)]]));
    const rows = await selectNotBeingDeleted(work, label, criteria, ids.length, { values });
    const locked = new Set(ids);
    ids = rows.map(({ id }) => id as string | number);
    if (key && ids.length > 0) known.set(key, ids);
    else if (key) known.delete(key);
    if (ids.every((id) => locked.has(id))) return rows;
  }
  return [];
}

type Objects = ReadonlyMap<string, Iterable<string | number>>;

/**
 * Waits for those of this service who are about to refer to these objects of another one, and keeps others from it
 * meanwhile.
 */
export async function waitForReferrers(work: UnitOfWork, objects: Objects): Promise<void> {
  await work.sql.run(sql.unsafe`${waitingBy(sql.fragment`${sql.array(targetLocks(objects), 'int8')}`)}`);
}

/** The statement that does so, without values, so that it may go out with BEGIN. */
export const waitingForReferrers = (objects: Objects): Sql =>
  waitingBy(sql.fragment`${sql.literalValue(`{${targetLocks(objects).join()}}`)}::int8[]`);

const targetLocks = (objects: Objects): string[] => [
  ...new Set([...objects].flatMap(([label, ids]) => [...ids].map((id) => targetLock(label, id).toString()))),
];

const waitingBy = (keys: Sql): Sql =>
  sql.fragment`SELECT pg_advisory_xact_lock(key) FROM (SELECT key FROM unnest(${keys}) AS key ORDER BY key) AS keys`;

/** How the rows of a target model are locked; `FOR KEY SHARE` unless a rule asks for more. */
type Strengths = ReadonlyMap<string, Sql>;

const keyShare = sql.fragment`FOR KEY SHARE`;
const share = sql.fragment`FOR SHARE`;
const exclusive = sql.fragment`FOR NO KEY UPDATE`;

/**
 * Targets of which the rules read guarded columns do not change until the transaction ends; what rules compare all
 * referrers of is one writer's at a time.
 */
function strengthsOf({ engine }: UnitOfWork, model: Model, relations: Relation[]): Strengths {
  const strengths = new Map<string, Sql>();
  for (const { name, label, needs } of relations) {
    const target = ownModel(engine, label);
    if (model.exclusive.includes(name)) strengths.set(label, exclusive);
    else if (target && readsGuarded(target, needs) && !strengths.has(label)) strengths.set(label, share);
  }
  return strengths;
}

/** Takes a shared lock on each of these objects, so that whoever is about to delete one waits for this transaction. */
export async function lockTargets(
  work: UnitOfWork,
  ids: Map<string, Set<string | number>>,
  strengths: Strengths = new Map(),
): Promise<void> {
  const sorted = [...ids].filter(([, wanted]) => wanted.size > 0).sort(([a], [b]) => (a < b ? -1 : 1));
  const foreign = new Set(
    sorted.flatMap(([label, wanted]) =>
      foreignManifest(work.engine, label) ? [...wanted].map((id) => targetLock(label, id).toString()) : [],
    ),
  );
  const locks = sorted.flatMap(([label, wanted]) => {
    const own = ownModel(work.engine, label);
    return own ? [rowLock(own, [...wanted], strengths.get(label) ?? keyShare)] : [];
  });
  if (foreign.size > 0)
    locks.unshift(
      sql.fragment`SELECT pg_advisory_xact_lock_shared(key) FROM (SELECT key FROM unnest(${sql.array([...foreign], 'int8')}) AS key ORDER BY key) AS keys`,
    );
  if (locks.length > 0) await work.sql.run(locksInOrder(locks));
}

/**
 * Rows of this service are locked at least as PostgreSQL's own foreign keys do it: they cannot go before this transaction
 * ends.
 */
const rowLock = (model: Model, ids: (string | number)[], strength: Sql): Sql =>
  sql.fragment`SELECT 1 FROM ${sql.identifier([model.name])} WHERE id = ANY(${idArray(model, ids)}) ORDER BY id ${strength}`;

/** Locks per model of another service: PostgreSQL's table of locks has room for a few thousand in all. */
const buckets = 256n;

/**
 * The advisory lock that stands for an object of another service. Objects of one model share a limited number of them,
 * so that a request about thousands of objects takes few; at worst somebody waits for a writer that refers to another
 * one.
 */
function targetLock(label: string, id: string | number): bigint {
  const model = createHash('sha256').update(`target ${label}`).digest().readBigInt64BE(0);
  const object = createHash('sha256').update(String(id)).digest().readBigUInt64BE(0);
  return (model / buckets) * buckets + (object % buckets);
}

/** What the rules of a model read of related objects, and how these are kept as they are meanwhile. */
export interface LockedRead {
  relation: string;
  target: string;
  reads: string[];
  lock: 'FOR NO KEY UPDATE' | 'FOR SHARE' | 'waits while it is changed' | 'none: nothing there looks back';
}

/** Every relation of a model of which its rules read something, for people who review how rules are kept. */
export function lockedReads(model: Model, findModel: (label: string) => Model | undefined): LockedRead[] {
  return relationsOf(model, () => [])
    .filter(({ needs }) => needs.length > 0)
    .map(({ name, label, needs }): LockedRead => {
      const target = findModel(label);
      return { relation: name, target: label, reads: needs, lock: lockOf(model, name, target, needs) };
    });
}

function lockOf(model: Model, relation: string, target: Model | undefined, needs: string[]): LockedRead['lock'] {
  if (model.exclusive.includes(relation)) return 'FOR NO KEY UPDATE';
  if (!target || !readsGuarded(target, needs)) return 'none: nothing there looks back';
  return target.app === model.app ? 'FOR SHARE' : 'waits while it is changed';
}
