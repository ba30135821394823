import type { Model, OnDelete, ReverseRelation } from '@plumbline/model';
import { type Sql, sql } from '@plumbline/store';
import { columnOf } from '../criteria/toSql';
import { type Engine, ownModel, type Work } from '../engine';
import { idArray } from '../keys';
import { selectValues } from '../read/values';
import type { Protector } from '../verbs/messages';

/** Objects that are to go, by the label of their model. */
export type Doomed = Map<string, Set<string | number>>;

/** A relation of a model of this service that points at something doomed. */
interface Hold {
  model: Model;
  field: string;
  many: boolean;
  onDelete: OnDelete;
  target: string;
}

/** What a deletion means inside this service. */
export interface Closure {
  /** Everything that goes, of any service; grown by this service's cascades. */
  doomed: Doomed;
  protectors: Protector[];
  /** Relations to be emptied. */
  loosened: Hold[];
}

/** Most objects in the way that are named. */
const namedProtectors = 100;

const addTo = (doomed: Doomed, label: string, ids: Iterable<string | number>): (string | number)[] => {
  const known = doomed.get(label) ?? new Set();
  const added = [...ids].filter((id) => !known.has(id));
  for (const id of added) known.add(id);
  doomed.set(label, known);
  return added;
};

export const copyOf = (doomed: Record<string, (string | number)[]>): Doomed =>
  new Map(Object.entries(doomed).map(([label, ids]) => [label, new Set(ids)]));
export const recordOf = (doomed: Doomed): Record<string, (string | number)[]> =>
  Object.fromEntries([...doomed].map(([label, ids]) => [label, [...ids]]));

/** Follows cascades inside this service level by level, then looks who is in the way. */
export async function closureOf(work: Work, start: Doomed): Promise<Closure> {
  const doomed = copyOf(recordOf(start));
  let frontier = recordOf(doomed);
  while (Object.keys(frontier).length > 0) {
    const next: Record<string, (string | number)[]> = {};
    for (const [label, ids] of Object.entries(frontier))
      for (const hold of holds(work.engine, label).filter((one) => one.onDelete === 'cascade' && !one.many)) {
        const added = addTo(doomed, hold.model.label, await referring(work, hold, ids));
        if (added.length > 0) next[hold.model.label] = [...(next[hold.model.label] ?? []), ...added];
      }
    frontier = next;
  }
  const all = [...doomed.keys()].flatMap((label) => holds(work.engine, label));
  const protectors = await findProtectors(
    work,
    doomed,
    all.filter((hold) => hold.onDelete === 'protect' && !hold.many),
  );
  return { doomed, protectors, loosened: all.filter((hold) => hold.many || hold.onDelete === 'setNull') };
}

function holds(engine: Engine, label: string): Hold[] {
  return engine.catalog.referrers(label).flatMap((relation: ReverseRelation): Hold[] => {
    const model = ownModel(engine, relation.from.label);
    // The key of a generic relation is a UUID.
    const isMeant = relation.typeField === undefined || engine.catalog.find(label)?.keyType === 'uuid';
    return model && isMeant
      ? [{ model, field: relation.field, many: relation.many, onDelete: relation.onDelete, target: label }]
      : [];
  });
}

/** Applications other than this one whose models may refer to what goes. */
export function foreignReferrers(engine: Engine, doomed: Doomed): string[] {
  const apps = [...doomed].flatMap(([label, ids]) =>
    ids.size === 0 ? [] : engine.catalog.referrers(label).map((relation) => relation.from.app),
  );
  return [...new Set(apps)].filter((app) => app !== engine.app).sort();
}

/** Whether a column's type is an integer key rather than a UUID. */
const keyArray = ({ model, field }: Hold, ids: Iterable<string | number>): Sql =>
  sql.fragment`${sql.array([...ids] as string[], model.fields[field]!.options.columnType === undefined ? 'uuid' : 'int8')}`;

async function referring(work: Work, hold: Hold, ids: (string | number)[]): Promise<(string | number)[]> {
  const rows = await work.sql.rows<{ id: string }>(
    sql.unsafe`SELECT t.id FROM ${sql.identifier([hold.model.name])} t WHERE ${columnOf('t', hold.field)} = ANY(${keyArray(hold, ids)})`,
  );
  return rows.map((row) => row.id);
}

async function findProtectors(work: Work, doomed: Doomed, protecting: Hold[]): Promise<Protector[]> {
  const found: Protector[] = [];
  for (const hold of protecting) {
    const going = [...(doomed.get(hold.model.label) ?? [])] as string[];
    const rows = await selectValues(
      work,
      hold.model,
      {
        condition: (column) =>
          sql.fragment`${column(hold.field)} = ANY(${keyArray(hold, doomed.get(hold.target)!)}) AND NOT ${column('id')} = ANY(${idArray(hold.model, going)})`,
      },
      { values: ['display'] },
    );
    for (const row of rows)
      found.push({ label: hold.model.label, id: row.id as string, display: hold.model.plainText(row) });
  }
  return found;
}

/** Empties the relations that point at what goes. */
export async function loosen(work: Work, { doomed, loosened }: Closure): Promise<void> {
  for (const hold of loosened) {
    const { model, field, many, target } = hold;
    const column = sql.identifier([field]);
    const keys = keyArray(hold, doomed.get(target)!);
    await work.sql.run(
      many
        ? sql.unsafe`UPDATE ${sql.identifier([model.name])} SET ${column} = ARRAY(SELECT item FROM unnest(${column}) WITH ORDINALITY AS items(item, place) WHERE NOT item = ANY(${keys}) ORDER BY place) WHERE ${column} && ${keys}`
        : sql.unsafe`UPDATE ${sql.identifier([model.name])} SET ${column} = NULL WHERE ${column} = ANY(${keys})`,
    );
  }
}

/** The contract's words for a deletion that something stands in the way of. */
export function protectedText(protectors: Protector[]): string {
  const named = protectors.slice(0, namedProtectors).map(({ display, id }) => `${display} (${id})`);
  return `Unable to delete object. ${protectors.length} dependent objects were found: ${named.join(', ')}`;
}
