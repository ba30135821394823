import { type Model, type ObjectKey, type Row, where } from '@plumbline/model';
import { plainRow, sql } from '@plumbline/store';
import { visitYielding } from '../core/background/visitYielding';
import { foreignManifest, ownModel, type UnitOfWork } from '../core/engine';
import type { Extensions } from '../core/extensions/extension';
import { extensionsOf } from '../core/extensions/registered';
import { gatherValues } from '../core/gatherValues';
import { ask, findIds } from '../core/messages/ask';
import type { FetchRequest } from '../core/messages/messages';
import { perTransaction } from '../core/transactions/perTransaction';
import { asViewer, viewerOf } from '../core/viewer';
import { idArray, keysOf } from '../criteria/keys';
import { viewableSql } from '../permissions/hiding';
import { loadByIds } from '../plan/load';
import {
  gatheredFields,
  includes,
  isShownFromColumns,
  namesAnything,
  type Representation,
  shownFields,
  wholeKey,
} from '../plan/representation';
import { whenAll } from '../plan/whenDone';
import { keptTexts, rowCacheFor } from './keptTexts';
import { type Gap, nest, type OpenText, sizeGuard, type Texts, type Wanted } from './nest';
import { keepNestedTexts, keepsTexts, keptNestedTexts } from './nestedTexts';
import { newRendering, propertiesOf, type Rendering } from './properties';

/** An object as clients see it. */
export type ShownObject = Record<string, unknown>;

/** Shows rows as objects, for those who look into them; whoever only passes them on takes `showTexts`. */
export async function show(
  work: UnitOfWork,
  model: Model,
  rows: Row[],
  depth: number,
  representation: Representation,
): Promise<ShownObject[]> {
  return (await showTexts(work, model, rows, depth, representation)).map((text) => JSON.parse(text) as ShownObject);
}

/**
 * Shows rows of one model, each as JSON text. Related objects come along `depth` levels deep: each level asks every
 * model once, for all rows together. Rows must have been loaded with `load`.
 */
export async function showTexts(
  work: UnitOfWork,
  model: Model,
  rows: Row[],
  depth: number,
  representation: Representation,
): Promise<string[]> {
  if (rows.length === 0) return [];
  const view = await viewOf(work, model, rows, depth, representation);
  const extensions = extensionsOf(work.engine);
  const nested = depth > 0 ? (wanted: Wanted) => showRelated(work, wanted, depth - 1) : undefined;
  for (const { key, value } of extensions.keysOf(model))
    if (value.of === 'page' && includes(representation, key) && !value.isEmpty(work.engine, model))
      view.ofPage.set(key, await value.texts(work, model, rows, nested));
  const properties = propertiesOf(extensions, model, representation);
  const hold = depth > 0 ? sizeGuard() : undefined;
  const kept = keptTexts(view, model, properties);
  const texts: string[] = [];
  await visitYielding(work, rows, (given) => {
    const known = kept?.textOf(given);
    if (known !== undefined) {
      texts.push(known);
      return;
    }
    const row = plainRow(given);
    let text = '';
    for (const { start, write } of properties) {
      const value = write(row, view);
      hold?.(start.length + value.length);
      text += start;
      text += value;
    }
    const whole = inOnePiece(`${text}}`);
    kept?.keep(given, whole);
    texts.push(whole);
  });
  return texts;
}

const brace = '{'.charCodeAt(0);

/**
 * The text of an object, which V8 keeps as a tree of what it was put together of, as one that takes a fraction of the memory: those
 * of a page live until all of them are there. V8 makes it so before it looks at a character.
 */
function inOnePiece(text: string): string {
  // What is seen must matter, or V8 does not look.
  if (text.charCodeAt(0) !== brace) throw new Error('the text of an object begins with a brace');
  return text;
}

/** Shows rows of one model as they are inside others, with gaps for what they refer to. */
async function showOpen(work: UnitOfWork, model: Model, rows: Row[]): Promise<OpenText[]> {
  if (rows.length === 0) return [];
  const view = await viewOf(work, model, rows, 0, openRepresentation);
  const properties = propertiesOf(extensionsOf(work.engine), model, openRepresentation);
  return rows.map((row) => {
    const gaps: Gap[] = [];
    view.gaps = gaps;
    const text = properties.map(({ start, write }) => start + write(row, view)).join('');
    return [row.id as ObjectKey, `${text}}`, gaps];
  });
}

const openRepresentation: Representation = { root: false, open: true };

/** What rows are shown with, but for keys that are there only when they are asked for. */
async function viewOf(
  work: UnitOfWork,
  model: Model,
  rows: Row[],
  depth: number,
  representation: Representation,
): Promise<Rendering> {
  const gathering = depth === 0 && !namesAnything(model) ? undefined : gather(work, model, rows, depth, representation);
  const incomplete = whenAll([gathering, putGatheredValues(work, model, rows, representation)]);
  if (incomplete) await incomplete;
  return newRendering(work, representation, depth, gathering ? await gathering : new Map());
}

/** The keys an object has on the wire, in order. */
export const shownKeys = (extensions: Extensions, model: Model, representation: Representation): string[] =>
  propertiesOf(extensions, model, representation).map(({ key }) => key);

/** Shows every related object of the rows once; what is shown in brief is only looked for. */
async function gather(
  work: UnitOfWork,
  model: Model,
  rows: Row[],
  depth: number,
  representation: Representation,
): Promise<Texts> {
  const wanted: Wanted = new Map();
  const brief: Wanted = new Map();
  const want = (label: string, id: unknown, among = wanted) => {
    if (id === null || id === undefined) return;
    const ids = among.get(label);
    if (ids) ids.add(id as ObjectKey);
    else among.set(label, new Set([id as ObjectKey]));
  };
  const generics = depth === 0 || representation.briefGenerics ? brief : wanted;
  for (const [name, field] of shownFields(model, representation)) {
    const { kind, options } = field;
    if (kind.source === 'embedded') for (const row of rows) want(wholeKey(options.to!), row[options.via!]);
    else if (kind.source === 'generic') {
      if (representation.open || (generics === brief && options.certain)) continue;
      for (const row of rows) want(String(row[options.typeField!]), row[options.via!], generics);
    } else if (depth > 0 && (field.isRelation || field.isMany))
      for (const row of rows) for (const id of [row[name]].flat()) want(options.to ?? options.of!, id);
  }
  const wholes = [...wanted].filter(([label]) => label.startsWith(wholeKey('')));
  for (const [label] of wholes) wanted.delete(label);
  const [shown, there, ...others] = await Promise.all([
    depth > 0 ? showRelated(work, wanted, depth - 1) : new Map<string, Map<unknown, string>>(),
    present(work, brief),
    ...wholes.map(
      async ([label, ids]): Promise<[string, Map<unknown, string>]> => [
        label,
        new Map(await showWhole(work, label.slice(wholeKey('').length), [...ids])),
      ],
    ),
  ]);
  for (const [label, texts] of others) shown.set(label, texts);
  for (const [label, texts] of there) {
    const whole = shown.get(label);
    shown.set(label, whole ? new Map([...texts, ...whole]) : texts);
  }
  if (depth > 0) for (const named of [wanted, brief]) addDeletedObject(work, named, shown);
  return shown;
}

/** Puts on the rows what is worked out for all of them together, as far as the representation shows it. */
function putGatheredValues(
  work: UnitOfWork,
  model: Model,
  rows: Row[],
  representation: Representation,
): Promise<unknown> | undefined {
  const fields = gatheredFields(model).filter(
    ([name, { options }]) => !options.optIn || representation.written || representation.include?.(name),
  );
  return whenAll(
    fields.map(async ([name, { options }]) => {
      const values = await gatherValues(work, options.gather!, rows);
      for (const [index, row] of rows.entries()) row[name] = values[index];
    }),
  );
}

/** Objects of any models of any services as they are shown inside others. */
const showRelated = (work: UnitOfWork, wanted: Wanted, depth: number): Promise<Texts> =>
  depth === 0
    ? forEachModel(wanted, (label, ids) => showByIds(work, label, ids, {}))
    : nest(
        wanted,
        depth,
        (label, ids) => showByIds<OpenText>(work, label, ids, { open: true }),
        (label, ids) => showByIds(work, label, ids, {}),
        work.scope,
      );

/** Something for each of the objects that are there; those whose texts the transaction keeps are. */
const present = (work: UnitOfWork, wanted: Wanted): Promise<Texts> =>
  forEachModel(wanted, async (label, ids) => {
    const known = keepsTexts(work) ? keptNestedTexts(work, label) : new Map();
    const unknown = ids.filter((id) => !known.has(id));
    const found = unknown.length > 0 ? await findIds(work, label, where('id', 'in', unknown)) : [];
    return [...ids.filter((id) => known.has(id)), ...found].map((id) => [id, '{}']);
  });

async function forEachModel(
  wanted: Wanted,
  textsOf: (label: string, ids: ObjectKey[]) => Promise<[ObjectKey, string][]>,
): Promise<Texts> {
  const texts = await Promise.all(
    [...wanted].map(async ([label, ids]) => [label, new Map(await textsOf(label, [...ids]))] as const),
  );
  return new Map<string, Map<unknown, string>>(texts);
}

/** Objects of any model of any service as they are shown inside others: JSON text by id. */
export async function showNested(
  work: UnitOfWork,
  label: string,
  ids: ObjectKey[],
  depth: number,
): Promise<ShownText[]> {
  if (depth === 0) return showByIds(work, label, ids, {});
  const texts = await showRelated(work, new Map([[label, new Set(ids)]]), depth);
  return [...(texts.get(label) ?? [])] as ShownText[];
}

/** Objects of any model of any service as they are shown by themselves, with nothing nested: JSON text by id. */
export const showWhole = (work: UnitOfWork, label: string, ids: ObjectKey[]): Promise<ShownText[]> =>
  showByIds(work, label, ids, { root: true });

/** What is gone, where something it left behind is shown as if it still were there. */
function addDeletedObject({ deletedObject }: UnitOfWork, wanted: Wanted, shown: Texts): void {
  if (!deletedObject?.nested || !wanted.get(deletedObject.label)?.has(deletedObject.id)) return;
  const texts = shown.get(deletedObject.label);
  if (texts && !texts.has(deletedObject.id)) texts.set(deletedObject.id, JSON.stringify(deletedObject.nested));
}

type ShownText = [id: ObjectKey, text: string];
type FetchRepresentation = Pick<FetchRequest, 'root' | 'open'>;

/** Objects with nothing nested; `open` ones with gaps. */
export async function showByIds<Text extends ShownText | OpenText = ShownText>(
  work: UnitOfWork,
  label: string,
  ids: ObjectKey[],
  representation: FetchRepresentation,
): Promise<Text[]> {
  if (representation.root || representation.open || !keepsTexts(work))
    return askByIds(work, label, ids, representation);
  if (ownModel(work.engine, label)) return showKept(work, label, ids, representation);
  // What is being asked of another service is not asked twice.
  const asking = askedOf(work);
  const turn = (asking.get(label) ?? Promise.resolve()).then(() => showKept<Text>(work, label, ids, representation));
  asking.set(
    label,
    turn.catch(() => undefined),
  );
  return turn;
}

/** Questions to other services for texts that a transaction keeps, by the model they are about. */
const askedOf = perTransaction(() => new Map<string, Promise<unknown>>());

async function showKept<Text extends ShownText | OpenText>(
  work: UnitOfWork,
  label: string,
  ids: ObjectKey[],
  representation: FetchRepresentation,
): Promise<Text[]> {
  const known = keptNestedTexts(work, label);
  const unknown = ids.filter((id) => !known.has(id));
  const kept = ids.flatMap((id) => (known.has(id) ? [[id, known.get(id)!] as Text] : []));
  if (unknown.length === 0) return kept;
  const asked = await askByIds<Text>(work, label, unknown, representation);
  keepNestedTexts(work, label, asked as ShownText[]);
  return [...kept, ...asked];
}

/** Keeps for the transaction how rows of this service are shown inside others, as they were loaded in it (`keepNestedTexts`). */
export async function keepShown(work: UnitOfWork, model: Model, rows: Row[]): Promise<void> {
  if (asViewer(work).viewer || !isShownFromColumns(model)) return;
  const texts = await showTexts({ ...work, scope: { ...work.scope, base: '' } }, model, rows, 0, { root: false });
  keepNestedTexts(
    work,
    model.label,
    texts.map((text, index) => [rows[index]!.id as ObjectKey, text]),
  );
}

async function askByIds<Text extends ShownText | OpenText>(
  work: UnitOfWork,
  label: string,
  ids: ObjectKey[],
  representation: FetchRepresentation,
): Promise<Text[]> {
  const own = ownModel(work.engine, label);
  if (own) return (await showOwn(work, own, ids, representation)) as Text[];
  const foreign = foreignManifest(work.engine, label);
  if (!foreign) return [];
  const { base, nestedRelations } = work.scope;
  const question = { ids, depth: 0, base, nestedRelations, ...representation, ...viewerOf(work) };
  return ask(work, foreign.app, foreign.name, 'fetch', question);
}

async function showOwn(
  work: UnitOfWork,
  model: Model,
  all: ObjectKey[],
  representation: FetchRepresentation,
): Promise<(ShownText | OpenText)[]> {
  const visible = await viewableSql(work, model, 't');
  if (!visible) return showVisible(work, model, all, representation);
  const found = await work.sql.rows<{ id: ObjectKey; visible: boolean }>(sql.unsafe`
    SELECT t.id, (${visible}) IS TRUE AS visible FROM ${sql.identifier([model.name])} t
    WHERE t.id = ANY(${idArray(model, keysOf(model, all))})`);
  const ids = found.flatMap((row) => (row.visible ? [row.id] : []));
  const hidden = found.flatMap((row): ShownText[] => (row.visible ? [] : [[row.id, stubText(work, model, row.id)]]));
  return [...(ids.length > 0 ? await showVisible(work, model, ids, representation) : []), ...hidden];
}

/** All that is shown of an object that may not be viewed. */
function stubText({ engine, scope }: UnitOfWork, { label }: Model, id: ObjectKey): string {
  const url = engine.catalog.url(scope.base, label, id);
  return JSON.stringify({ id, object_type: label, ...(url === null ? {} : { url }) });
}

async function showVisible(
  work: UnitOfWork,
  model: Model,
  ids: ObjectKey[],
  representation: FetchRepresentation,
): Promise<(ShownText | OpenText)[]> {
  const { root = false, open = false } = representation;
  const rows = await loadByIds(work, model, ids, root, { rowCache: rowCacheFor(work, model, 0, { root, open }) });
  if (open && !model.depthIgnored) return showOpen(work, model, rows);
  const texts = await showTexts(work, model, rows, 0, { root });
  return texts.map((text, index) => [rows[index]!.id as ObjectKey, text]);
}
