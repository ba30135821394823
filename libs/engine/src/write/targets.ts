import { createHash } from 'node:crypto';
import { allOf, type Criteria, type Field, genericTargets, type Model, type Row, where } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { foreignManifest, ownModel, type Work } from '../engine';
import { idArray } from '../keys';
import { select } from '../verbs/ask';
import { blame, type Item, readable } from './item';
import { selectLiving } from './living';
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
 * they are there and not about to go (architecture.md §5), and for the values the model's rules read. One question per
 * target model, whatever the number of items.
 */
export async function verifyTargets(work: Work, model: Model, items: Item[]): Promise<void> {
  const relations = relationsOf(model).filter((relation) => canPointAt(work, relation));
  const ids = targetsByLabel(relations, items);
  // Whoever handles the departure of a target has locks of its own.
  const lockable = relations.filter(({ field }) => field.options.onDelete !== 'handled');
  await lockTargets(work, targetsByLabel(lockable, items));
  const found = new Map<string, Map<unknown, Row>>();
  await Promise.all(
    [...ids]
      .filter(([, wanted]) => wanted.size > 0)
      .map(async ([label, wanted]) => {
        const leading = relations.filter((relation) => relation.label === label);
        const rows = await selectLiving(work, label, where('id', 'in', [...wanted]), wanted.size, {
          values: [...new Set(leading.flatMap((relation) => relation.needs))],
          ordered: wanted.size > 1 && leading.some(({ field }) => field.isMany),
          referrer: model.label,
        });
        found.set(label, new Map(rows.map((row) => [row.id, row])));
      }),
  );
  for (const item of readable(items))
    for (const relation of relations) {
      judge(item, relation, found.get(relation.label));
      arrange(item, relation, found.get(relation.label));
    }
}

/** The key of a generic relation is a UUID, so objects with numbers for keys are never meant. */
const canPointAt = ({ engine }: Work, { generic, label }: Relation): boolean =>
  !generic || engine.catalog.find(label)?.keyType === 'uuid';

function targetsByLabel(relations: Relation[], items: Item[]): Map<string, Set<string | number>> {
  const ids = new Map<string, Set<string | number>>();
  for (const relation of relations) {
    const wanted = ids.get(relation.label) ?? new Set();
    for (const item of readable(items)) for (const id of targetsOf(item, relation)) wanted.add(id);
    ids.set(relation.label, wanted);
  }
  return ids;
}

function relationsOf(model: Model): Relation[] {
  return Object.entries(model.fields).flatMap(([name, field]): Relation[] => {
    if (field.isGenericKey) return genericRelations(model, name, field);
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

function genericRelations({ fields }: Model, name: string, field: Field): Relation[] {
  const typeField = field.options.typeField!;
  const shown = Object.entries(fields).find(([, { kind, options }]) => kind.name === 'generic' && options.via === name);
  const generic = { typeField, shownAs: shown?.[0] ?? name };
  return genericTargets(fields, typeField).map((label) => ({ name, field, label, needs: [], generic }));
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

function judge(item: Item, relation: Relation, found: Map<unknown, Row> | undefined): void {
  const { field, generic } = relation;
  const name = generic?.shownAs ?? relation.name;
  const { onlyFor, onlyIf, unverified, checkedBy } = field.options;
  for (const id of targetsOf(item, relation)) {
    const row = found?.get(id);
    const fits = row && (!onlyFor || (row.content_types as string[]).includes(onlyFor)) && (!onlyIf || row[onlyIf]);
    if (!fits && !unverified && checkedBy !== 'model') {
      blame(item, {
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

/**
 * Objects of any model that match, which nobody deletes before the transaction of `work` ends, with the values asked
 * for.
 */
export async function holdTargets(work: Work, label: string, criteria: Criteria, values: string[]): Promise<Row[]> {
  const ids = (await select(work, label, criteria)).map(({ id }) => id as string | number);
  if (ids.length === 0) return [];
  await lockTargets(work, new Map([[label, new Set(ids)]]));
  return selectLiving(work, label, allOf(criteria, where('id', 'in', ids)), ids.length, { values });
}

/**
 * Waits for those of this service who are about to refer to these objects of another one, and keeps others from it
 * meanwhile.
 */
export async function outwaitReferrers(work: Work, label: string, ids: readonly string[]): Promise<void> {
  const keys = sql.array(
    ids.map((id) => targetLock(label, id).toString()),
    'int8',
  );
  await work.sql.run(
    sql.unsafe`SELECT pg_advisory_xact_lock(key) FROM (SELECT DISTINCT key FROM unnest(${keys}) AS key ORDER BY key) AS keys`,
  );
}

async function lockTargets(work: Work, ids: Map<string, Set<string | number>>): Promise<void> {
  const sorted = [...ids].filter(([, wanted]) => wanted.size > 0).sort(([a], [b]) => (a < b ? -1 : 1));
  const foreign = new Set(
    sorted.flatMap(([label, wanted]) =>
      foreignManifest(work.engine, label) ? [...wanted].map((id) => targetLock(label, id).toString()) : [],
    ),
  );
  if (foreign.size > 0)
    await work.sql.run(
      sql.unsafe`SELECT pg_advisory_xact_lock_shared(key) FROM (SELECT key FROM unnest(${sql.array([...foreign], 'int8')}) AS key ORDER BY key) AS keys`,
    );
  for (const [label, wanted] of sorted) {
    const own = ownModel(work.engine, label);
    if (own) await lockRows(work, own, [...wanted]);
  }
}

/**
 * Rows of this service are locked as PostgreSQL's own foreign keys do it: they cannot go before this transaction ends.
 */
async function lockRows(work: Work, model: Model, ids: (string | number)[]): Promise<void> {
  await work.sql.run(
    sql.unsafe`SELECT 1 FROM ${sql.identifier([model.name])} WHERE id = ANY(${idArray(model, ids)}) ORDER BY id FOR KEY SHARE`,
  );
}

/** Locks per model of another service: PostgreSQL's table of locks has room for a few thousand in all. */
const buckets = 256n;

/**
 * The advisory lock that stands for an object of another service. Objects of one model share a limited number of them,
 * so that a request about thousands of objects takes few; at worst somebody waits for a writer that refers to another
 * one.
 */
export function targetLock(label: string, id: string | number): bigint {
  const model = createHash('sha256').update(`target ${label}`).digest().readBigInt64BE(0);
  const object = createHash('sha256').update(String(id)).digest().readBigUInt64BE(0);
  return (model / buckets) * buckets + (object % buckets);
}
