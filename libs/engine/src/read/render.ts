import { problems } from '@plumbline/http';
import { type Model, type Row, where } from '@plumbline/model';
import { computedTexts } from '../computedFields/show';
import { ask, foreignManifest, ownModel, type Work } from '../engine';
import { relationshipTexts } from '../relationships/show';
import { asking, findIds } from '../verbs/ask';
import { departedObject } from './departed';
import { loadByIds } from './load';
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
  const gathering = depth === 0 && !namesAnything(model) ? undefined : gather(work, model, rows, depth, form);
  const incomplete = together([gathering, gatherValues(work, model, rows, form)]);
  if (incomplete) await incomplete;
  const view = newView(work, form, depth, gathering ? await gathering : new Map());
  if (shows(model, form, 'relationships'))
    view.relationships = await relationshipTexts(
      work,
      model,
      rows,
      depth > 0 ? (label, ids) => showNested(work, label, ids, depth - 1) : undefined,
    );
  if (shows(model, form, 'computed_fields')) view.computedFields = await computedTexts(work, model, rows);
  const properties = propertiesOf(model, form);
  let size = 0;
  return rows.map((row) => {
    let text = '';
    for (const { start, write } of properties) {
      text += start;
      text += write(row, view);
    }
    size += text.length;
    if (size > largestAnswer && depth > 0) throw tooDeep();
    return `${text}}`;
  });
}

/**
 * Characters the objects of one model in one answer may have; each level of depth can multiply what the one below has.
 */
const largestAnswer = 64 * 1024 * 1024;
const tooDeep = () =>
  problems.field('depth', 'The answer would be too large. Ask for less depth or for fewer objects.');

/** The keys an object has on the wire, in order. */
export const shownKeys = (model: Model, form: Form): string[] => propertiesOf(model, form).map(({ key }) => key);

/** Shows every related object of the rows once. At depth 0 only the targets of generic relations are looked for. */
async function gather(work: Work, model: Model, rows: Row[], depth: number, form: Form): Promise<View['related']> {
  const wanted = new Map<string, Set<unknown>>();
  const want = (label: string, id: unknown) => {
    if (id === null || id === undefined) return;
    const ids = wanted.get(label);
    if (ids) ids.add(id);
    else wanted.set(label, new Set([id]));
  };
  for (const [name, field] of shownFields(model, form)) {
    const { kind, options } = field;
    if (kind.name === 'whole') for (const row of rows) want(wholeOf(options.to!), row[options.via!]);
    else if (kind.name === 'generic') {
      if (depth === 0 && options.certain) continue;
      for (const row of rows) want(String(row[options.typeField!]), row[options.via!]);
    } else if (depth > 0 && (field.isRelation || field.isMany))
      for (const row of rows) for (const id of [row[name]].flat()) want(options.to ?? options.of!, id);
  }
  const shown = await Promise.all(
    [...wanted].map(async ([label, ids]): Promise<[string, Map<unknown, string>]> => {
      const keys = [...ids] as (string | number)[];
      if (label.startsWith(wholeOf('')))
        return [label, new Map(await showWhole(work, label.slice(wholeOf('').length), keys))];
      if (depth > 0)
        return [label, new Map([...departed(work, label, keys), ...(await showNested(work, label, keys, depth - 1))])];
      return [label, new Map((await findIds(work, label, where('id', 'in', keys))).map((id) => [id, '{}']))];
    }),
  );
  return new Map(shown);
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

/** Objects of any model of any service as they are shown inside others: JSON text by id. */
export const showNested = (work: Work, label: string, ids: (string | number)[], depth: number): Promise<ShownText[]> =>
  showByIds(work, label, ids, depth, false);

/** Objects of any model of any service as they are shown by themselves, with nothing nested: JSON text by id. */
export const showWhole = (work: Work, label: string, ids: (string | number)[]): Promise<ShownText[]> =>
  showByIds(work, label, ids, 0, true);

const departed = (work: Work, label: string, ids: (string | number)[]): ShownText[] =>
  ids.flatMap((id): ShownText[] => {
    const object = departedObject(work, label, id);
    return object ? [[id, JSON.stringify(object)]] : [];
  });

type ShownText = [id: string | number, text: string];

async function showByIds(
  work: Work,
  label: string,
  ids: (string | number)[],
  depth: number,
  root: boolean,
): Promise<ShownText[]> {
  const own = ownModel(work.engine, label);
  if (own) {
    const rows = await loadByIds(work, own, ids, root);
    const texts = await showTexts(work, own, rows, own.depthIgnored ? 0 : depth, { root });
    return texts.map((text, index) => [rows[index]!.id as string | number, text]);
  }
  const foreign = foreignManifest(work.engine, label);
  if (!foreign) return [];
  const request = { ids, depth, base: work.scope.base, ...(root ? { root } : {}) };
  return ask(work, foreign.app, foreign.name, 'fetch', request);
}
