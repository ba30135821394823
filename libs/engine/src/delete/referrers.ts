import type { Model, OnDelete, ReverseRelation } from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';
import { goesAlong } from '../core/deletions/goesAlong';
import type { ToDelete } from '../core/deletions/toDelete';
import { type Engine, ownModel, type UnitOfWork } from '../core/engine';
import { columnTypeName, holdsAnyOf } from '../criteria/compare';
import { keyFrom } from '../criteria/keys';
import { columnOf } from '../criteria/toSql';

/** A relation of a model of this service that points at something to be deleted. */
export interface ReferencingField {
  model: Model;
  field: string;
  many: boolean;
  onDelete: OnDelete;
  target: string;
}

/** Rows that refer to what goes: those that go along, and of those that do not whether there are any. */
export interface Referrers {
  reference: ReferencingField;
  /** The ids it points at. */
  targets: ReadonlySet<string | number>;
  /** Of the rows that go along; empty for any others. */
  ids: (string | number)[];
}

/** The relations of this service's models that may point at objects of a model of any service. */
function referencingFields(engine: Engine, label: string): ReferencingField[] {
  return engine.catalog.referrers(label).flatMap((relation: ReverseRelation): ReferencingField[] => {
    const model = ownModel(engine, relation.from.label);
    // The key of a generic relation is a UUID.
    const isMeant = relation.typeField === undefined || engine.catalog.find(label)?.keyType === 'uuid';
    return model && isMeant
      ? [{ model, field: relation.field, many: relation.many, onDelete: relation.onDelete, target: label }]
      : [];
  });
}

/** The condition that rows `t` refer to one of these objects; of a generic relation by its key alone, which is a UUID. */
export function refersTo(reference: ReferencingField, ids: Iterable<string | number>): Sql {
  const column = columnOf('t', reference.field);
  const all = [...ids];
  const keys = keyArray(reference, all);
  return reference.many ? holdsAnyOf(column, keys, all.length) : sql.fragment`${column} = ANY(${keys})`;
}

/** Ids as one parameter, of the type the column has. */
export const keyArray = ({ model, field }: ReferencingField, ids: Iterable<string | number>): Sql =>
  sql.fragment`${sql.array([...ids] as string[], columnTypeName(model.fields[field]!))}`;

/** What of this service refers to these objects, by which relations: one statement for all of them, or none. */
export async function referrersHere(work: UnitOfWork, objects: ToDelete): Promise<Referrers[]> {
  const looks = [...objects].flatMap(([label, targets]) =>
    targets.size === 0
      ? []
      : referencingFields(work.engine, label).map((reference): Referrers => ({ reference, targets, ids: [] })),
  );
  if (looks.length === 0) return [];
  const parts = looks.map(({ reference, targets }, place) => {
    const rows = sql.fragment`FROM ${sql.identifier([reference.model.name])} t WHERE ${refersTo(reference, targets)}`;
    return goesAlong(reference)
      ? sql.fragment`SELECT ${place}::int4 AS place, t.id::text AS id ${rows}`
      : // With a limit PostgreSQL would expect to meet one soon, and read whole tables in which there is none.
        sql.fragment`SELECT ${place}::int4 AS place, NULL::text AS id ${rows} HAVING count(*) > 0`;
  });
  const found = await work.sql.rows<{ place: number; id: string | null }>(
    sql.unsafe`${sql.join(parts, sql.fragment` UNION ALL `)}`,
  );
  const met = new Set<Referrers>();
  for (const { place, id } of found) {
    const look = looks[place]!;
    met.add(look);
    if (id !== null) look.ids.push(keyFrom(look.reference.model, id));
  }
  return looks.filter((look) => met.has(look));
}
