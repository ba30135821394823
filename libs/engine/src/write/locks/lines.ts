import { type Model, type RelationFact, readUuid } from '@plumbline/model';
import { inLine, type Places, type PlacesOfKinds, type Sql, sql } from '@plumbline/store';
import { goesAlong } from '../../core/deletions/goesAlong';
import type { ToDelete } from '../../core/deletions/toDelete';
import { type Engine, ownModel } from '../../core/engine';
import { perCatalog } from '../../core/kept/perCatalog';
import { idArray, keysOf } from '../../criteria/keys';

/*
 * Lines beside rows (docs/adr/0042-rules-lock-what-they-look-at.md). Who locks rows takes his places first, and among them those of
 * what an object goes along with before its own: whoever deletes that would meet somebody who has the object and waits for him.
 */

export interface Objects {
  model: Model;
  ids: readonly (string | number)[];
}

/** Places beside all others who refer to objects of this service. */
export const linesShared = (engine: Engine, objects: readonly Objects[]): Sql =>
  inLine(objects.map((each) => ownPlaces(engine, each, 'shared')));

/** Places of whoever deletes objects of this service. */
export const linesExclusive = (engine: Engine, objects: readonly Objects[]): Sql =>
  inLine(objects.map((each) => ownPlaces(engine, each, 'exclusive')));

/** Places of another service's deletion, where objects of this one go along; without values, so that they may be taken with BEGIN. */
export function linesOfForeign(engine: Engine, deleted: ToDelete): Sql[] {
  const places = [...deleted].flatMap(([label, ids]): Places[] => {
    const keys = [...ids].flatMap((id) => readUuid(id) ?? []);
    const takesAlong = [...engine.models.values()].some((model) =>
      leadingOf(engine, model).some(({ to }) => to === label),
    );
    if (!takesAlong || keys.length === 0) return [];
    const given = sql.fragment`SELECT unnest(${sql.literalValue(`{${keys.join()}}`)}::uuid[]) AS id`;
    return [{ kind: label, ids: given, as: 'exclusive' }];
  });
  return places.length > 0 ? [inLine(places)] : [];
}

/**
 * Places of whoever changes objects. Beside others, those of what they go along with, and of what is taken out of them when it goes. Alone, their
 * own, where others may refer to them: these are waited for when rules read what is changed, and when it is a key for PostgreSQL, as every column with
 * a unique index is. None, where nothing needs any.
 */
export function linesOfChanged(engine: Engine, { model, ids }: Objects): Sql | undefined {
  const keys = keysOf(model, ids);
  const led = ledFromStored(engine, model);
  const places: (Places | PlacesOfKinds)[] = [];
  if (led) {
    const objects = sql.fragment`
      SELECT led.* FROM ${sql.identifier([model.name])} AS stored CROSS JOIN LATERAL (${led}) AS led(rank, kind, id)
      WHERE stored.id = ANY(${idArray(model, keys)})`;
    places.push({ objects, as: 'shared' });
  }
  if (isShared(engine, model)) places.push(ownPlaces(engine, { model, ids: keys }, 'exclusive'));
  return places.length > 0 ? inLine(places) : undefined;
}

const ownPlaces = (engine: Engine, { model, ids }: Objects, as: Places['as']): Places => ({
  kind: model.label,
  ids: sql.fragment`SELECT unnest(${idArray(model, ids)}) AS id`,
  as,
  rank: rankOf(engine, model),
});

/** Whether rows of this service share those of a model when they refer to them. */
const isShared = (engine: Engine, { label }: Model): boolean =>
  engine.catalog
    .referrers(label)
    .some(({ from, field }) => ownModel(engine, from.label)?.exclusive.includes(field) === false);

/** A column by which the row is touched when what it leads to goes. */
interface Leading extends Pick<RelationFact, 'field' | 'many' | 'to'> {
  rank: number;
}

const leading = perCatalog(() => new Map<Model, readonly Leading[]>());

/**
 * The columns of a model by which rows go along with what goes, or are changed by the transaction that deletes it; but for what is one
 * writer's at a time: its row is waited for in turn by itself, and locked before.
 */
function leadingOf(engine: Engine, model: Model): readonly Leading[] {
  const known = leading(engine).get(model);
  if (known) return known;
  const found = keptRelations(engine, model).flatMap((relation): Leading[] => {
    const { field, many, to, onDelete } = relation;
    if (model.exclusive.includes(field)) return [];
    const own = ownModel(engine, to);
    if (!own) return goesAlong(relation) ? [{ field, many, to, rank: rankOfForeign }] : [];
    if (!many && onDelete !== 'cascade' && onDelete !== 'setNull') return [];
    // Of a tree, what is above comes first.
    const above = own === model && goesAlong(relation) ? 1 : 0;
    return [{ field, many, to, rank: rankOf(engine, own) - above }];
  });
  leading(engine).set(model, found);
  return found;
}

const leds = perCatalog(() => new Map<Model, Sql | undefined>());

/** The rank, kind and id of what the leading columns of a row called `stored` lead to; undefined where there are none. */
function ledFromStored(engine: Engine, model: Model): Sql | undefined {
  const made = leds(engine);
  if (!made.has(model)) made.set(model, ledBy(leadingOf(engine, model)));
  return made.get(model);
}

function ledBy(columns: readonly Leading[]): Sql | undefined {
  const place = ({ rank, to }: Leading, id: Sql) =>
    sql.fragment`${sql.literalValue(String(rank))}::int4, ${sql.literalValue(to)}, ${id}::text`;
  const each = columns.map((column) => {
    const id = sql.fragment`${sql.identifier(['stored', column.field])}`;
    return sql.fragment`SELECT ${place(column, column.many ? sql.fragment`unnest(${id})` : id)}`;
  });
  return each.length > 0 ? sql.fragment`${sql.join(each, sql.fragment` UNION ALL `)}` : undefined;
}

/** The relations of a model that a column of its own keeps, each to objects of one model. */
const keptRelations = ({ catalog }: Engine, { label, fields }: Model): RelationFact[] =>
  catalog.find(label)!.relations.filter(({ field, typeField }) => typeField === undefined && fields[field]!.stored);

const rankOfForeign = -1;

const ranks = perCatalog(() => new Map<Model, number>());

/** Twice the number of models above a model, by what its objects go along with in this service. */
function rankOf(engine: Engine, model: Model): number {
  const known = ranks(engine).get(model);
  if (known !== undefined) return known;
  ranks(engine).set(model, 0);
  const above = keptRelations(engine, model).flatMap((relation) => {
    const own = ownModel(engine, relation.to);
    return own && own !== model && goesAlong(relation) ? [rankOf(engine, own) + 2] : [];
  });
  const rank = Math.max(0, ...above);
  ranks(engine).set(model, rank);
  return rank;
}
