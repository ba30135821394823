import { type Model, type Row, where } from '@plumbline/model';
import { computedTexts } from '../computedFields/show';
import { ask, foreignManifest, ownModel, type Work } from '../engine';
import { relationshipTexts } from '../relationships/show';
import { asking, findIds } from '../verbs/ask';
import type { FetchRequest } from '../verbs/messages';
import { departedObject } from './departed';
import { loadByIds } from './load';
import { type Gap, type Key, nest, type OpenText, sizeGuard, type Texts, type Wanted } from './nest';
import { newView, propertiesOf, type View } from './properties';
import { type Form, gatheredFields, namesAnything, shownFields, shows, wholeOf } from './shape';
import { together } from './together';

/** An object as clients see it. */
export type Shown = Record<string, unknown>;

/** Shows rows as objects, for those who look into them; whoever only passes them on takes `showTexts`. */
export async function show(work: Work, model: Model, rows: Row[], depth: number, form: Form): Promise<Shown[]> {
  return (await showTexts(work, model, rows, depth, form)).map((text) => JSON.parse(text) as Shown);
}

/**
 * Shows rows of one model, each as JSON text. Related objects come along `depth` levels deep: each level asks every
 * model once, for all rows together. Rows must have been loaded with `load`.
 */
export async function showTexts(work: Work, model: Model, rows: Row[], depth: number, form: Form): Promise<string[]> {
  if (rows.length === 0) return [];
  const view = await viewOf(work, model, rows, depth, form);
  if (shows(model, form, 'relationships'))
    view.relationships = await relationshipTexts(
      work,
      model,
      rows,
      depth > 0 ? (wanted) => showRelated(work, wanted, depth - 1) : undefined,
    );
  if (shows(model, form, 'computed_fields')) view.computedFields = await computedTexts(work, model, rows);
  const properties = propertiesOf(model, form);
  const hold = depth > 0 ? sizeGuard() : undefined;
  return rows.map((row) => {
    let text = '';
    for (const { start, write } of properties) {
      const value = write(row, view);
      hold?.(start.length + value.length);
      text += start;
      text += value;
    }
    return `${text}}`;
  });
}

/** Shows rows of one model as they are inside others, with gaps for what they refer to. */
async function showOpen(work: Work, model: Model, rows: Row[]): Promise<OpenText[]> {
  if (rows.length === 0) return [];
  const view = await viewOf(work, model, rows, 0, openForm);
  const properties = propertiesOf(model, openForm);
  return rows.map((row) => {
    const gaps: Gap[] = [];
    view.gaps = gaps;
    const text = properties.map(({ start, write }) => start + write(row, view)).join('');
    return [row.id as Key, `${text}}`, gaps];
  });
}

const openForm: Form = { root: false, open: true };

/** What rows are shown with, but for keys that are there only when they are asked for. */
async function viewOf(work: Work, model: Model, rows: Row[], depth: number, form: Form): Promise<View> {
  const gathering = depth === 0 && !namesAnything(model) ? undefined : gather(work, model, rows, depth, form);
  const incomplete = together([gathering, gatherValues(work, model, rows, form)]);
  if (incomplete) await incomplete;
  return newView(work, form, depth, gathering ? await gathering : new Map());
}

/** The keys an object has on the wire, in order. */
export const shownKeys = (model: Model, form: Form): string[] => propertiesOf(model, form).map(({ key }) => key);

/** Shows every related object of the rows once. At depth 0 only the targets of generic relations are looked for. */
async function gather(work: Work, model: Model, rows: Row[], depth: number, form: Form): Promise<Texts> {
  const wanted: Wanted = new Map();
  const want = (label: string, id: unknown) => {
    if (id === null || id === undefined) return;
    const ids = wanted.get(label);
    if (ids) ids.add(id as Key);
    else wanted.set(label, new Set([id as Key]));
  };
  for (const [name, field] of shownFields(model, form)) {
    const { kind, options } = field;
    if (kind.name === 'whole') for (const row of rows) want(wholeOf(options.to!), row[options.via!]);
    else if (kind.name === 'generic') {
      if (form.open || (depth === 0 && options.certain)) continue;
      for (const row of rows) want(String(row[options.typeField!]), row[options.via!]);
    } else if (depth > 0 && (field.isRelation || field.isMany))
      for (const row of rows) for (const id of [row[name]].flat()) want(options.to ?? options.of!, id);
  }
  const wholes = [...wanted].filter(([label]) => label.startsWith(wholeOf('')));
  for (const [label] of wholes) wanted.delete(label);
  const [shown, ...others] = await Promise.all([
    depth > 0 ? showRelated(work, wanted, depth - 1) : present(work, wanted),
    ...wholes.map(
      async ([label, ids]): Promise<[string, Map<unknown, string>]> => [
        label,
        new Map(await showWhole(work, label.slice(wholeOf('').length), [...ids])),
      ],
    ),
  ]);
  for (const [label, texts] of others) shown.set(label, texts);
  if (depth > 0 && work.departed) addDeparted(work, wanted, shown);
  return shown;
}

/** Puts on the rows what is worked out for all of them together, as far as the form shows it. */
function gatherValues(work: Work, model: Model, rows: Row[], form: Form): Promise<unknown> | undefined {
  const fields = gatheredFields(model).filter(
    ([name, { options }]) => !options.optIn || form.written || form.include?.(name),
  );
  return together(
    fields.map(async ([name, { options }]) => {
      const values = await options.gather!(rows, asking(work));
      for (const [index, row] of rows.entries()) row[name] = values[index];
    }),
  );
}

/** Objects of any models of any services as they are shown inside others. */
const showRelated = (work: Work, wanted: Wanted, depth: number): Promise<Texts> =>
  depth === 0
    ? forEachModel(wanted, (label, ids) => showByIds(work, label, ids, {}))
    : nest(
        wanted,
        depth,
        (label, ids) => showByIds<OpenText>(work, label, ids, { open: true }),
        (label, ids) => showByIds(work, label, ids, {}),
        work.scope,
      );

/** Something for each of the objects that are there. */
const present = (work: Work, wanted: Wanted): Promise<Texts> =>
  forEachModel(wanted, async (label, ids) =>
    (await findIds(work, label, where('id', 'in', ids))).map((id) => [id, '{}']),
  );

async function forEachModel(
  wanted: Wanted,
  textsOf: (label: string, ids: Key[]) => Promise<[Key, string][]>,
): Promise<Texts> {
  const texts = await Promise.all(
    [...wanted].map(async ([label, ids]) => [label, new Map(await textsOf(label, [...ids]))] as const),
  );
  return new Map<string, Map<unknown, string>>(texts);
}

/** Objects of any model of any service as they are shown inside others: JSON text by id. */
export async function showNested(work: Work, label: string, ids: Key[], depth: number): Promise<ShownText[]> {
  if (depth === 0) return showByIds(work, label, ids, {});
  const texts = await showRelated(work, new Map([[label, new Set(ids)]]), depth);
  return [...(texts.get(label) ?? [])] as ShownText[];
}

/** Objects of any model of any service as they are shown by themselves, with nothing nested: JSON text by id. */
export const showWhole = (work: Work, label: string, ids: Key[]): Promise<ShownText[]> =>
  showByIds(work, label, ids, { root: true });

/** What is gone, where something it left behind is shown as if it still were there. */
function addDeparted(work: Work, wanted: Wanted, shown: Texts): void {
  for (const [label, ids] of wanted)
    for (const id of ids) {
      const object = departedObject(work, label, id);
      if (object) shown.set(label, new Map([[id, JSON.stringify(object)], ...(shown.get(label) ?? [])]));
    }
}

type ShownText = [id: Key, text: string];
type FetchForm = Pick<FetchRequest, 'root' | 'open'>;

/** Objects with nothing nested; `open` ones with gaps. */
export async function showByIds<Text extends ShownText | OpenText = ShownText>(
  work: Work,
  label: string,
  ids: Key[],
  form: FetchForm,
): Promise<Text[]> {
  const own = ownModel(work.engine, label);
  if (own) return (await showOwn(work, own, ids, form)) as Text[];
  const foreign = foreignManifest(work.engine, label);
  if (!foreign) return [];
  return ask(work, foreign.app, foreign.name, 'fetch', { ids, depth: 0, base: work.scope.base, ...form });
}

async function showOwn(work: Work, model: Model, ids: Key[], form: FetchForm): Promise<(ShownText | OpenText)[]> {
  const { root = false, open = false } = form;
  const rows = await loadByIds(work, model, ids, root);
  if (open && !model.depthIgnored) return showOpen(work, model, rows);
  const texts = await showTexts(work, model, rows, 0, { root });
  return texts.map((text, index) => [rows[index]!.id as Key, text]);
}
