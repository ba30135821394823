import { capitalise, type Field, fieldTitle, type Kind, type Model, type Row, type Unique } from '@plumbline/model';
import { type Sql, sequence, sql } from '@plumbline/store';
import type { UnitOfWork } from '../../core/engine';
import { addError, type Item } from '../../core/item';
import { memoize } from '../../core/kept/memoize';
import { idArray } from '../../criteria/keys';
import { rowType } from './rows';

/** Who finds a duplicate decides the key and the words of its error (docs/contract/errors.md). */
type Checker = Unique['checkedBy'];

/**
 * Refuses items whose values are taken, by an earlier item of the same request or by a stored object that keeps them:
 * what objects of one request give up is free for the others. Every unique set has its index, so a write may leave
 * the check to that (`UnitOfWork.trusting`).
 */
export async function checkUnique(work: UnitOfWork, model: Model, items: Item[], checkedBy: Checker): Promise<void> {
  for (const unique of uniquesOf(model)) {
    const checked = items.filter(
      (item) => checker(unique, item) === checkedBy && applies(unique, item) && !isSettled(unique, item, checkedBy),
    );
    if (checked.length === 0) continue;
    if (work.trusting) {
      work.trusting.leftOut = true;
      continue;
    }
    const leaving = placeholderOf(model, unique) ? items.filter((item) => item.before && moves(unique, item)) : [];
    const taken = await takenByStored(work, model, unique, checked, leaving);
    const seen = new Set<string>();
    for (const item of checked) {
      const key = JSON.stringify(unique.fields.map((field) => item.row[field]));
      if (taken.has(item.index) || seen.has(key)) addError(item, duplicate(model, unique, checkedBy));
      seen.add(key);
    }
  }
}

const uniquesOf = memoize((model: Model): readonly Unique[] => {
  const single = Object.entries(model.fields).filter(([, field]) => field.options.unique);
  return [...single.map(([name]): Unique => ({ fields: [name], checkedBy: 'field' })), ...model.unique];
});

const checker = (unique: Unique, item: Item): Checker =>
  [unique.whenSent ?? []].flat().every((field) => Object.hasOwn(item.sent, field)) ? unique.checkedBy : 'model';

/** What depends on what was sent the contract looks for last, one after another, until something is wrong. */
const isSettled = ({ whenSent }: Unique, { errors }: Item, checkedBy: Checker): boolean =>
  checkedBy === 'serializer' && whenSent !== undefined && errors !== undefined;

/** Null is never a duplicate, and what the write leaves as it was needs no check. */
function applies(unique: Unique, item: Item): boolean {
  const { fields, whenNull, unlessBlank, toldAs } = unique;
  const { before, row, errors } = item;
  if (whenNull && row[whenNull] !== null) return false;
  if (unlessBlank && row[unlessBlank] === '') return false;
  // What is wrong with one of the values alone is told instead; of one that a duplicate is told as, with that one only.
  if ((toldAs ? [toldAs] : fields).some((field) => errors?.[field])) return false;
  if (fields.some((field) => row[field] === null || row[field] === undefined)) return false;
  return !before || moves(unique, item);
}

/** Whether a change gives an object other values. */
const moves = ({ fields, whenNull }: Unique, { before, row }: Item): boolean =>
  (whenNull ? [...fields, whenNull] : fields).some(
    (field) => before![field] !== row[field] && JSON.stringify(before![field]) !== JSON.stringify(row[field]),
  );

async function takenByStored(
  work: UnitOfWork,
  model: Model,
  { fields, whenNull }: Unique,
  items: Item[],
  leaving: Item[],
): Promise<Set<number>> {
  const table = sql.identifier([model.name]);
  const wanted = JSON.stringify(
    items.map(({ index, row }) => ({
      index,
      row: Object.fromEntries(['id', ...fields].map((field) => [field, row[field]])),
    })),
  );
  const same = fields.map(
    (field) => sql.fragment`${sql.identifier(['t', field])} = ${sql.identifier(['wanted', field])}`,
  );
  const conditions = [
    ...(whenNull ? [sql.fragment`AND ${sql.identifier(['t', whenNull])} IS NULL`] : []),
    ...(leaving.length > 0 ? [sql.fragment`AND NOT t.id = ANY(${keysOf(model, leaving)})`] : []),
  ];
  const rows = await work.sql.rows<{ index: number }>(sql.unsafe`
    SELECT (item.value->>'index')::int4 AS index
    FROM jsonb_array_elements(${wanted}::jsonb) item
    CROSS JOIN LATERAL jsonb_populate_record(NULL::${rowType(work, model)}, item.value->'row') wanted
    JOIN ${table} t ON ${sql.join(same, sql.fragment` AND `)} AND t.id <> wanted.id ${sequence(conditions)}`);
  return new Set(rows.map((row) => row.index));
}

const keysOf = (model: Model, items: Item[]): Sql =>
  sql.fragment`${idArray(
    model,
    items.map(({ row }) => row.id as string),
  )}`;

/**
 * Objects whose values another one of the same request takes give them up first: PostgreSQL looks for duplicates at
 * every row it changes, not when all are changed. Answers the columns that have to be written anew.
 */
export async function releaseValues(work: UnitOfWork, model: Model, items: Item[]): Promise<string[]> {
  const columns: string[] = [];
  for (const unique of items.length > 1 ? uniquesOf(model) : []) {
    const placeholder = placeholderOf(model, unique);
    const keyOf = (row: Row) => JSON.stringify(unique.fields.map((field) => row[field]));
    const moving = placeholder ? items.filter((item) => moves(unique, item)) : [];
    const wanted = new Set(moving.map(({ row }) => keyOf(row)));
    const giving = moving.filter(({ before }) => wanted.has(keyOf(before!)));
    if (giving.length === 0) continue;
    const { column, standIn } = placeholder!;
    columns.push(column);
    const ids = keysOf(model, giving);
    await work.sql.run(
      sql.unsafe`UPDATE ${sql.identifier([model.name])} SET ${sql.identifier([column])} = ${standIn(ids)} WHERE id = ANY(${ids})`,
    );
  }
  return columns;
}

/**
 * What makes the values of an object nobody else's for a moment; undefined when none of the columns can. Columns that PostgreSQL works out of
 * another one follow that.
 */
function placeholderOf(model: Model, { fields }: Unique): Placeholder | undefined {
  const columns = fields
    .map((name) => model.fields[name]!.options.block ?? name)
    .filter((name) => model.fields[name]!.options.generated === undefined);
  const last = (matches: (field: Field) => boolean) => columns.findLast((name) => matches(model.fields[name]!));
  const emptied = last(({ options }) => options.nullable === true);
  const filled = (atNeed: boolean) =>
    last(({ kind, options }) => {
      if (kind.placeholder === undefined || (kind.placeholder.atNeed ?? false) !== atNeed) return false;
      return kind.placeholder.is !== 'number' || (options.min ?? -1) >= 0;
    });
  const column = filled(false) ?? (emptied === undefined ? filled(true) : undefined);
  if (column !== undefined) return { column, standIn: placeholders[model.fields[column]!.kind.placeholder!.is] };
  return emptied === undefined ? undefined : { column: emptied, standIn: () => sql.fragment`NULL` };
}

interface Placeholder {
  column: string;
  /** What stands in the column of each of the objects with these ids. */
  standIn(ids: Sql): Sql;
}

/** Values that no other object has; a block is a single address of version 6, with the bits of the id. */
const placeholders: Record<NonNullable<Kind['placeholder']>['is'], Placeholder['standIn']> = {
  text: () => sql.fragment`id::text`,
  number: (ids) => sql.fragment`-array_position(${ids}, id)`,
  block: () => sql.fragment`(regexp_replace(replace(id::text, '-', ''), '(.{4})(?=.)', '\\1:', 'g') || '/128')::cidr`,
};

/** The error a duplicate gets. */
export function duplicate(
  model: Model,
  { fields, toldAs, message }: Unique,
  checkedBy: Checker,
): Record<string, string[]> {
  if (toldAs)
    return { [toldAs]: [message ?? `A ${model.title} with this ${toldAs.replaceAll('_', ' ')} already exists.`] };
  const [first] = fields as [string];
  const field = model.fields[first]!;
  if (checkedBy === 'field')
    return {
      [first]: [
        field.options.uniqueMessage ??
          `${model.title} with this ${field.options.label ?? first.replaceAll('_', ' ')} already exists.`,
      ],
    };
  if (checkedBy === 'serializer')
    return { non_field_errors: [`The fields ${fields.join(', ')} must make a unique set.`] };
  const titles = fields.map((name) => fieldTitle(name, model.fields[name]));
  const listed = titles.length > 1 ? `${titles.slice(0, -1).join(', ')} and ${titles.at(-1)}` : titles[0];
  return { __all__: [`${capitalise(model.title)} with this ${listed} already exists.`] };
}
