import {
  allOf,
  anyOf,
  type Catalog,
  type Criteria,
  columnType,
  everything,
  type Field,
  type Model,
  nothing,
  type ObjectKey,
  type Row,
  where,
} from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';
import type { UnitOfWork } from '../core/engine';
import { memoize } from '../core/kept/memoize';
import { select } from '../core/messages/ask';
import { hiddenWord } from '../core/naming';
import { viewerOf } from '../core/viewer';
import { localize } from '../criteria/localize';
import { columnOf, toSql } from '../criteria/toSql';
import { viewedModels } from './permissions';

/** A column of a model that copies what an object of any model is like, and how the object is known. */
interface Copy extends Source {
  name: string;
  field: Field;
}

interface Source {
  /** The columns that name the object. */
  columns: string[];
  /** The object a row's copy is of. */
  of(catalog: Catalog, row: Row): [label: unknown, id: unknown];
  /** The rows with copies of objects of these models. */
  ofModels(catalog: Catalog, labels: string[]): Criteria;
  /** The rows with copies of these objects. */
  ofObjects(catalog: Catalog, label: string, ids: unknown[]): Criteria;
}

export const copiesOf = memoize((model: Model): Copy[] =>
  Object.entries(model.fields).flatMap(([name, field]) => {
    const { copiedFrom } = field.options;
    return copiedFrom === undefined ? [] : [{ name, field, ...sourceOf(model, copiedFrom) }];
  }),
);

/** The object is named by a generic relation, or by its address in a column of text. */
function sourceOf(model: Model, name: string): Source {
  const { typeField, via } = model.fields[name]!.options;
  return typeField !== undefined && via !== undefined ? namedByRelation(typeField, via) : namedByAddress(name);
}

const namedByRelation = (typeField: string, via: string): Source => ({
  columns: [typeField, via],
  of: (_catalog, row) => [row[typeField], row[via]],
  ofModels: (_catalog, labels) => where(typeField, 'in', labels),
  ofObjects: (_catalog, label, ids) => allOf(where(typeField, 'exact', label), where(via, 'in', ids)),
});

const namedByAddress = (column: string): Source => ({
  columns: [column],
  of: (catalog, row) => catalog.objectAt(String(row[column])) ?? [undefined, undefined],
  ofModels: (catalog, labels) =>
    anyOf(
      ...labels.flatMap((label) => {
        const start = catalog.url('', label, '')?.slice(0, -1);
        return start === undefined ? [] : [where(column, 'startswith', start)];
      }),
    ),
  ofObjects: (catalog, label, ids) =>
    where(
      column,
      'in',
      ids.flatMap((id) => catalog.url('', label, id) ?? []),
    ),
});

export const copyAt = (model: Model, name: string): Copy | undefined =>
  copiesOf(model).find((copy) => copy.name === name);

/** Which objects whoever looks may view, and what those are called by now whose names are made of others'. */
interface Sight {
  sees(label: unknown, id: unknown): boolean;
  namesOf(label: string, id: unknown): Row | undefined;
}

/**
 * Empties what rows copied from objects that whoever looks may not view; of what else was copied the parts that are
 * about such objects. One question for each model at most; what is gone is seen by those who may view all of its model.
 */
export async function hideCopies(work: UnitOfWork, model: Model, rows: Row[]): Promise<void> {
  const copies = copiesOf(model);
  if (!work.viewer || copies.length === 0 || rows.length === 0) return;
  const { catalog } = work.engine;
  const texts = copies.filter(({ field }) => columnType(field) === 'text');
  const snapshots = copies.filter(({ field }) => columnType(field) !== 'text');
  const named = new Map<string, Set<ObjectKey>>();
  for (const row of rows) {
    for (const copy of copies) note(named, ...copy.of(catalog, row));
    for (const { name } of snapshots) noteAll(named, row[name]);
  }
  const sight = await sightOf(work, named);
  for (const row of rows) {
    for (const copy of texts) if (row[copy.name]) row[copy.name] = seenText(work, copy, row, sight);
    for (const copy of snapshots)
      if (copy.name in row)
        row[copy.name] = sight.sees(...copy.of(catalog, row)) ? seenPart(work, row[copy.name], sight) : null;
    hideTagNames(snapshots.map(({ name }) => row[name]));
  }
}

function seenText({ engine }: UnitOfWork, copy: Copy, row: Row, sight: Sight): unknown {
  const [label, id] = copy.of(engine.catalog, row);
  if (!sight.sees(label, id)) return hiddenWord;
  if (!engine.catalog.find(String(label))?.displaysRelated) return row[copy.name];
  return sight.namesOf(String(label), id)?.plain_text ?? hiddenWord;
}

type Snapshot = Record<string, unknown>;

const isObject = (value: unknown): value is Snapshot =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a part of a snapshot is an object as it was shown. */
const isShown = (value: Snapshot): value is Snapshot & { object_type: string; id: ObjectKey } =>
  typeof value.object_type === 'string' && (typeof value.id === 'string' || typeof value.id === 'number');

function note(named: Map<string, Set<ObjectKey>>, label: unknown, id: unknown): void {
  if (typeof label !== 'string' || (typeof id !== 'string' && typeof id !== 'number')) return;
  const ids = named.get(label) ?? new Set();
  named.set(label, ids);
  ids.add(id);
}

/** Notes every object that a snapshot shows. */
function noteAll(named: Map<string, Set<ObjectKey>>, value: unknown): void {
  if (Array.isArray(value)) for (const item of value) noteAll(named, item);
  else if (isObject(value)) {
    if (isShown(value)) note(named, value.object_type, value.id);
    for (const item of Object.values(value)) noteAll(named, item);
  }
}

async function sightOf(work: UnitOfWork, named: Map<string, Set<ObjectKey>>): Promise<Sight> {
  const { catalog, models } = work.engine;
  const { whole, some } = await viewedModels(work, work.viewer!);
  const isWhole = (label: string) => whole.has(label) || models.get(label)?.open === true;
  const seen = new Map<string, Row>();
  await Promise.all(
    [...named].map(async ([label, ids]) => {
      const isNamedByOthers = catalog.find(label)?.displaysRelated === true;
      if (!some.has(label) && !(isNamedByOthers && isWhole(label))) return;
      const options = { values: isNamedByOthers ? ['display', 'plain_text'] : [], ...viewerOf(work) };
      for (const row of await select(work, label, where('id', 'in', [...ids]), options))
        seen.set(`${label} ${row.id}`, row);
    }),
  );
  return {
    sees: (label, id) => isWhole(String(label)) || seen.has(`${label} ${id}`),
    namesOf: (label, id) => seen.get(`${label} ${id}`),
  };
}

/** What may be seen of a snapshot. */
function seenPart(work: UnitOfWork, value: unknown, sight: Sight): unknown {
  if (Array.isArray(value)) return value.map((item) => seenPart(work, item, sight));
  if (!isObject(value)) return value;
  if (isShown(value) && !sight.sees(value.object_type, value.id)) {
    const { id, object_type, url } = value;
    return { id, object_type, ...(url === undefined ? {} : { url }) };
  }
  const part = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, seenPart(work, item, sight)]));
  const manifest = isShown(value) ? work.engine.catalog.find(value.object_type) : undefined;
  if (!manifest || !isShown(value)) return part;
  if (manifest.displaysRelated) part.display = sight.namesOf(value.object_type, value.id)?.display ?? hiddenWord;
  if ('natural_slug' in part && manifest.naturalKey.some((path) => /[.[]/.test(path))) part.natural_slug = '';
  return part;
}

/** Flat snapshots name tags; which of them may be seen stands in those that show them. */
function hideTagNames(snapshots: unknown[]): void {
  const shown = snapshots.find((one): one is Snapshot => isObject(one) && isShown(one));
  const tags = Array.isArray(shown?.tags) ? shown.tags : [];
  const names = new Set(tags.map((tag) => isObject(tag) && tag.name));
  for (const one of snapshots)
    if (isObject(one) && one !== shown && Array.isArray(one.tags))
      one.tags = one.tags.filter((name) => names.has(name));
}

/** The rows whose copies may be seen, for what asks by them or sorts by them. */
export async function seenCopies(work: UnitOfWork, copy: Copy): Promise<Criteria> {
  if (!work.viewer) return everything;
  const { catalog } = work.engine;
  const { whole, some } = await viewedModels(work, work.viewer);
  // Others are called after objects that may be hidden.
  const isPlain = (label: string) => catalog.find(label)?.displaysRelated === false;
  const parts = await Promise.all(
    [...some].filter(isPlain).map(async (label) => {
      const rows = await select(work, label, everything, viewerOf(work));
      return copy.ofObjects(
        catalog,
        label,
        rows.map(({ id }) => id),
      );
    }),
  );
  return anyOf(copy.ofModels(catalog, [...whole].filter(isPlain)), ...parts, nothing);
}

/** The value of a copy in an order, null where it may not be seen. */
export async function orderedCopy(work: UnitOfWork, model: Model, alias: string, copy: Copy): Promise<Sql> {
  const seen = toSql(work.engine, { model, alias }, await localize(work, model, await seenCopies(work, copy)));
  return sql.fragment`CASE WHEN ${seen} THEN ${columnOf(alias, copy.name)} END`;
}
