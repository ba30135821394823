import { Problem } from '@plumbline/http';
import { type Model, type WriteContext, where } from '@plumbline/model';
import { sequence, sql } from '@plumbline/store';
import { goesAlong } from '../core/deletions/goesAlong';
import type { ToDelete } from '../core/deletions/toDelete';
import type { UnitOfWork } from '../core/engine';
import { select } from '../core/messages/ask';
import type { Protector } from '../core/messages/messages';
import { viewerOf } from '../core/viewer';
import { idArray } from '../criteria/keys';
import { selectValues } from '../plan/values';
import { looseProtectors } from '../write/references/looseReferences';
import { type InTheWay, namedProtectors, protectorsAmong } from './inTheWay';
import { keyArray, type ReferencingField, type Referrers, referrersHere, refersTo } from './referrers';

/** What a deletion means inside this service. */
export interface DeletionPlan {
  /** Everything that goes, of any service; grown by this service's cascades. */
  toDelete: ToDelete;
  protectors: Protector[];
  /** Relations to be emptied: those by which rows refer to what goes. */
  toSetNull: ReferencingField[];
  /** Whether anything of this service refers to what goes, by whatever relation. */
  isReferredTo: boolean;
  /** What of this service goes, in the order in which it was locked. */
  locked: Going[];
  /** Whether all that refers to what goes goes along, by relations to one model: the kind that only a verified write makes. */
  isPlain: boolean;
}

/** What of a plan is carried out. */
export type Carried = Pick<DeletionPlan, 'toDelete' | 'toSetNull'>;

/** Objects of one model of this service that go, and why: the relations by which they were found, or none where they were asked for. */
export interface Going {
  model: Model;
  ids: (string | number)[];
  by: Referrers[];
}

/** Takes what is about to be followed; answers, for each, those that are there and still refer to what they were found by. */
export type LockLevel = (going: readonly Going[]) => Promise<(string | number)[][]>;

/**
 * Follows cascades inside this service level by level, with one statement each, then looks who is in the way. Each level
 * is locked before it is looked who refers to it.
 */
export async function planDeletion(work: UnitOfWork, start: ToDelete, lockLevel: LockLevel): Promise<DeletionPlan> {
  const toDelete: ToDelete = new Map([...start].map(([label]) => [label, new Set()]));
  const met: ReferencingField[] = [];
  const goings: Going[] = [];
  for (let level = asked(start); level.size > 0; ) {
    const here: ToDelete = new Map([...level].map(([label, { ids }]) => [label, new Set(ids)]));
    const own = [...level].flatMap(([label, { ids, by }]): Going[] => {
      const model = work.engine.models.get(label);
      return model ? [{ model, ids, by }] : [];
    });
    const kept = await lockLevel(own);
    for (const [index, going] of own.entries()) {
      goings.push({ ...going, ids: kept[index]! });
      here.set(going.model.label, new Set(kept[index]));
    }
    for (const [label, ids] of here) toDelete.set(label, new Set([...(toDelete.get(label) ?? []), ...ids]));
    const referrers = await referrersHere(work, here);
    met.push(...referrers.map(({ reference }) => reference));
    level = nextLevel(referrers, toDelete);
  }
  const protecting = met.filter(({ onDelete, many }) => onDelete === 'protect' && !many);
  const protectors = await findProtectors(work, toDelete, distinct(protecting));
  protectors.push(...(await looseProtectors(work, toDelete)));
  return {
    toDelete,
    protectors,
    toSetNull: distinct(met.filter(({ onDelete, many }) => many || onDelete === 'setNull')),
    isReferredTo: met.length > 0,
    locked: goings,
    isPlain: met.every((reference) => goesAlong(reference) && !reference.model.fields[reference.field]!.isGenericKey),
  };
}

type Level = Map<string, Omit<Going, 'model'>>;

const asked = (start: ToDelete): Level =>
  new Map([...start].flatMap(([label, ids]) => (ids.size > 0 ? [[label, { ids: [...ids], by: [] }]] : [])));

/** What goes along with a level and is not known to go yet. */
function nextLevel(referrers: Referrers[], toDelete: ToDelete): Level {
  const next: Level = new Map();
  for (const found of referrers.filter(({ reference }) => goesAlong(reference))) {
    const { label } = found.reference.model;
    const { ids, by } = next.get(label) ?? { ids: [], by: [] };
    const added = found.ids.filter((id) => !toDelete.get(label)?.has(id));
    if (added.length > 0) next.set(label, { ids: [...new Set([...ids, ...added])], by: [...by, found] });
  }
  return next;
}

/** Each relation to each model once, on however many levels rows were met by it. */
const distinct = (references: ReferencingField[]): ReferencingField[] => [
  ...new Map(references.map((one) => [`${one.model.label} ${one.field} ${one.target}`, one])).values(),
];

/** All of this service that refers to these objects, whatever becomes of it when they go, but for what it keeps right itself. */
export async function findInTheWay(work: UnitOfWork, objects: ToDelete): Promise<Protector[]> {
  const references = (await referrersHere(work, objects)).map(({ reference }) => reference);
  return findProtectors(work, objects, distinct(references.filter(({ onDelete }) => onDelete !== 'handled')));
}

/** What refers to these objects by these relations and does not go itself, each row once. */
function findProtectors(work: UnitOfWork, toDelete: ToDelete, protecting: ReferencingField[]): Promise<Protector[]> {
  const refers = (reference: ReferencingField) => refersTo(reference, toDelete.get(reference.target)!);
  const looks = protecting.map((reference, place): InTheWay => {
    const { model } = reference;
    const going = idArray(model, [...(toDelete.get(model.label) ?? [])]);
    const before = protecting.slice(0, place).filter((earlier) => earlier.model === model);
    const once = before.map((earlier) => sql.fragment`AND (${refers(earlier)}) IS NOT TRUE`);
    return { model, condition: sql.fragment`${refers(reference)} AND NOT t.id = ANY(${going}) ${sequence(once)}` };
  });
  return protectorsAmong(work.sql, looks, async (label, ids) => {
    const model = work.engine.models.get(label)!;
    const rows = await selectValues(work, model, where('id', 'in', ids), { values: ['display'] });
    return rows.map((row) => ({ ...row, display: model.plainText(row, work.engine.catalog) }));
  });
}

/** Empties the relations that point at what goes. */
export async function setNull(
  work: UnitOfWork,
  { toDelete, toSetNull }: Carried,
  { alsoChanged, now }: Pick<WriteContext, 'alsoChanged' | 'now'>,
): Promise<void> {
  const changed = new Map<Model, Set<string>>();
  for (const reference of toSetNull) {
    const { model, field, many, target } = reference;
    const column = sql.identifier([field]);
    const ids = toDelete.get(target)!;
    const keys = keyArray(reference, ids);
    const emptied = many
      ? sql.fragment`ARRAY(SELECT item FROM unnest(t.${column}) WITH ORDINALITY AS items(item, place) WHERE NOT item = ANY(${keys}) ORDER BY place)`
      : sql.fragment`NULL`;
    const table = sql.identifier([model.name]);
    const condition = refersTo(reference, ids);
    if (!model.fields[field]!.options.recordedWhenEmptied) {
      await work.sql.run(sql.unsafe`UPDATE ${table} t SET ${column} = ${emptied} WHERE ${condition}`);
      continue;
    }
    const touched = model.fields.last_updated ? sql.fragment`, last_updated = ${now}::timestamptz` : sql.fragment``;
    const rows = await work.sql.rows<{ id: string }>(sql.unsafe`
      UPDATE ${table} t SET ${column} = ${emptied} ${touched} WHERE ${condition} RETURNING t.id`);
    const left = rows.filter(({ id }) => !toDelete.get(model.label)?.has(id));
    changed.set(model, new Set([...(changed.get(model) ?? []), ...left.map(({ id }) => id)]));
  }
  for (const [{ label }, ids] of changed) await alsoChanged(label, [...ids]);
}

/** A deletion that something stands in the way of, which the answer names as far as whoever asks may view it. */
export class ProtectedFromDeletion extends Problem {
  private readonly protectors: Protector[];

  constructor(found: Protector[]) {
    const protectors = toldOnce(found);
    super(409, { detail: protectedText(protectors) });
    this.protectors = protectors;
  }

  /** The same in the words that whoever looks may read. */
  async seenBy(work: UnitOfWork): Promise<Problem> {
    if (!work.viewer) return this;
    const named = this.protectors.slice(0, namedProtectors);
    const labels = [...new Set(named.map(({ label }) => label))];
    const visible = await Promise.all(
      labels.map(async (label) => {
        const ids = named.filter((one) => one.label === label).map(({ id }) => id);
        return (await select(work, label, where('id', 'in', ids), viewerOf(work))).map(({ id }) => `${label} ${id}`);
      }),
    );
    const seen = new Set(visible.flat());
    return new ProtectedFromDeletion(
      this.protectors.map((one) => (seen.has(`${one.label} ${one.id}`) ? one : { ...one, display: one.label })),
    );
  }
}

/** The plan, when nothing stands in its way; throws `ProtectedFromDeletion`. */
export function unprotected(plan: DeletionPlan): DeletionPlan {
  if (plan.protectors.length > 0) throw new ProtectedFromDeletion(plan.protectors);
  return plan;
}

/** How many of a model go. */
export const countOf = ({ toDelete }: DeletionPlan, { label }: Model): number => toDelete.get(label)?.size ?? 0;

/** The contract's words for a deletion that something stands in the way of. */
function protectedText(protectors: Protector[]): string {
  const named = protectors.slice(0, namedProtectors).map(({ display, id }) => `${display} (${id})`);
  const others = protectors.reduce((sum, one) => sum + (one.others ?? 0), 0);
  return `Unable to delete object. ${protectors.length + others} dependent objects were found: ${named.join(', ')}`;
}

/** What several services told of is one thing, and so are the others that they told with it. */
function toldOnce(found: Protector[]): Protector[] {
  const once = new Map<string, Protector>();
  for (const one of found) {
    const key = `${one.label} ${one.id}`;
    const others = Math.max(once.get(key)?.others ?? 0, one.others ?? 0);
    once.set(key, others === 0 ? one : { ...one, others });
  }
  return [...once.values()];
}
