import { type Model, type Row, where } from '@plumbline/model';
import { visitYielding } from '../../core/background/visitYielding';
import { type Engine, ownModel, type UnitOfWork } from '../../core/engine';
import { addError, type Item, parsed, withoutErrors } from '../../core/item';
import { select } from '../../core/messages/ask';
import { together } from '../../core/transactions/together';
import { keepForeignRows, keptForeignRows } from '../../plan/foreignRows';
import { foreseenValues } from '../../plan/foreseen';
import { isShownFromColumns, shownFields } from '../../plan/representation';
import { goneAmong } from '../../record/gone';
import { keepTextsOfRows, keptNestedTexts } from '../../render/nestedTexts';
import { showByIds } from '../../render/render';
import { readsGuarded } from '../locks/guarded';
import { selectNotBeingDeleted } from '../locks/notBeingDeleted';
import { lockTargets, strengthsOf } from '../locks/targetLocks';
import { quotedKey } from '../python';
import { noSuchId } from './references';
import { canPointAt, genericRelations, type Relation, relationsOf, targetsByLabel, targetsOf } from './relations';

/**
 * Third stage of a write, inside its transaction: takes a shared lock on every target it is about, then asks the owners whether
 * they are there and not about to go (docs/adr/0006-deletion-protocol.md), and for the values the model's rules read, of targets that stay
 * as they were, too. One question per target model, whatever the number of items. What the model looks for (`looks`) goes out with them.
 */
export async function verifyTargets(work: UnitOfWork, model: Model, items: Item[]): Promise<void> {
  const relations = relationsOf(model, (name, field) =>
    genericRelations(work, model, name, field, parsed(items)),
  ).filter((relation) => canPointAt(work, relation));
  const ids = lookedFor(work, targetsByLabel(relations, items));
  const changing = relations.filter((relation) => mayConflict(work.engine, model, relation, parsed(items)));
  // Whoever handles the deletion of a target has locks of its own.
  const lockable = changing.filter(({ field }) => field.options.onDelete !== 'handled');
  const lockedIds = lookedFor(work, targetsByLabel(lockable, items));
  const locked = lockTargets(work, lockedIds, strengthsOf(work, model, changing));
  const found = new Map<string, Map<unknown, Row>>();
  // Questions to this service's own database go out behind the locks, as one, and are answered when those are had.
  const asking = together(work);
  const verified = [...ids]
    .filter(([, wanted]) => wanted.size > 0)
    .map(async ([label, wanted]) => {
      const isOwn = ownModel(work.engine, label) !== undefined;
      if (!isOwn) await locked;
      const leading = relations.filter((relation) => relation.label === label);
      const isOnlyRead = isOwn && !leading.some((relation) => changing.includes(relation));
      const rows = await findTargets(asking, model, { label, ids: wanted, leading, isOnlyRead }, items);
      found.set(label, new Map(rows.map((row) => [row.id, row])));
    });
  const looks = model.looks.map((look) => look(withoutErrors(parsed(items)), { ...asking, tx: asking.sql }));
  await Promise.all([locked, ...verified, ...looks, ...readUnverified(asking, model, items, ids)]);
  const gone = await goneTargets(work, relations, items, found);
  await visitYielding(work, parsed(items), (item) => {
    for (const relation of relations) {
      checkTarget(item, relation, found.get(relation.label), gone);
      arrange(item, relation, found.get(relation.label));
    }
  });
}

type TargetIds = Map<string, Set<string | number>>;

/** All but those that whoever asks for this write holds itself. */
function lookedFor({ held }: UnitOfWork, targets: TargetIds): TargetIds {
  const ids = held && targets.get(held.label);
  return ids ? new Map(targets).set(held.label, new Set([...ids].filter((id) => !held.ids.has(id)))) : targets;
}

/** What items refer to in one model. */
interface Targets {
  label: string;
  ids: ReadonlySet<string | number>;
  /** The relations that lead there. */
  leading: Relation[];
  /** Whether none of them can conflict with what becomes of the targets meanwhile. */
  isOnlyRead: boolean;
}

/** Targets that are there and not about to go, with all that is read of them on the way of the write. */
async function findTargets(
  work: UnitOfWork,
  model: Model,
  { label, ids, leading, isOnlyRead }: Targets,
  items: Item[],
): Promise<Row[]> {
  const ahead = foreseenValues(work.engine, model);
  const foreseen = leading.flatMap(({ name }) => ahead.get(name) ?? []);
  const assumed = leading.some(({ name }) => items.some((item) => item.assumed[name])) ? ['name'] : [];
  const asked = {
    values: [...new Set([...leading.flatMap(({ needs }) => needs), ...assumed, ...foreseen])],
    ordered: ids.size > 1 && leading.some(({ field }) => field.isMany),
    ...(leading.some((relation) => isRecorded(work, model, relation)) ? { nested: nestedAs(work) } : {}),
  };
  const targets = where('id', 'in', [...ids]);
  // Another service reads by one statement what it is asked of by those that refer to it.
  const rows = isOnlyRead
    ? await select(work, label, targets, asked)
    : await selectNotBeingDeleted(work, label, targets, ids.size, { ...asked, referrer: model.label });
  keepTextsOfRows(work, label, rows);
  if (foreseen.length > 0) keepForeignRows(work, label, rows);
  return rows;
}

/**
 * Whether what becomes of the targets of a relation meanwhile may not go with what is written. Not where no item leads to a target
 * that it did not lead to before, and either nothing there looks back, or no item changes what is compared with it: whoever
 * changes or deletes the target judges those as they are, before or after. What looks back in other services is not known here.
 */
function mayConflict(engine: Engine, model: Model, relation: Relation, items: readonly Item[]): boolean {
  const { name, label, needs, generic } = relation;
  if (generic || model.tree?.parent === name) return true;
  const target = ownModel(engine, label);
  const isLookedBackFrom = target
    ? model.exclusive.includes(name) || readsGuarded(target, needs)
    : model.needs[name] !== undefined;
  const comparedWith = isLookedBackFrom ? model.neededWith[name] : [];
  if (!comparedWith) return true;
  const columns = [name, ...comparedWith];
  return items.some(({ before, sent }) => !before || columns.some((column) => Object.hasOwn(sent, column)));
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

/** Asks how objects of another service are shown, and for what is read of them later, in one question, as far as that is not known. */
async function readForeseen(
  work: UnitOfWork,
  label: string,
  ids: (string | number)[],
  values: string[],
): Promise<void> {
  const texts = keptNestedTexts(work, label);
  const unknown = keptForeignRows(work, label, ids, values) ? ids.filter((id) => !texts.has(id)) : ids;
  if (unknown.length === 0) return;
  const rows = await select(work, label, where('id', 'in', unknown), { values, nested: nestedAs(work) });
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
  const unverified = relations.filter(({ field }) => field.options.unverified);
  const wanted = lookedFor(work, targetsByLabel(unverified, items));
  const gone = await Promise.all(
    [...wanted].map(([label, ids]) =>
      goneAmong(work, { label, ids: [...ids].filter((id) => !found.get(label)?.has(id)).map(String) }),
    ),
  );
  return new Set(gone.flat());
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
    const isMeant = row && (!assumed || (assumed.size === 1 && assumed.has(String(row.name))));
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
