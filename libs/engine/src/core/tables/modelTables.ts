import { columnType, type Field, type Model, type Unique } from '@plumbline/model';
import { type ColumnSpec, type ForeignKeySpec, type IndexSpec, literal, sql, type TableSpec } from '@plumbline/store';
import { upperLevels } from './upperLevels';

/** The tables a service's models need; relations inside the service become foreign keys. */
export function tablesOf(models: readonly Model[]): TableSpec[] {
  const local = new Map(models.map((model) => [model.label as string, model]));
  return models.map((model) => ({
    name: model.name,
    columns: columnsOf(model),
    primaryKey: model.partitionBy === undefined ? ['id'] : ['id', model.partitionBy],
    ...(model.partitionBy === undefined ? {} : { partitionBy: model.partitionBy }),
    indexes: indexesOf(model),
    foreignKeys: foreignKeysOf(model, local),
    checks: [],
  }));
}

const stored = (model: Model): [string, Field][] => Object.entries(model.fields).filter(([, field]) => field.stored);

function columnsOf(model: Model): ColumnSpec[] {
  return stored(model).map(([name, field]) => ({
    name,
    type: columnType(field),
    nullable: field.options.nullable && name !== 'id',
    ...(field.options.columnDefault === undefined ? {} : { default: field.options.columnDefault }),
    ...(model.keyType === 'int' && name === 'id' ? { identity: true } : {}),
    ...fillingOf(field),
    ...(field.options.generated === undefined ? {} : { generated: field.options.generated }),
    ...(collates(field) ? { collate: 'C' } : {}),
  }));
}

/** What objects that are there get of a field they did not have: nothing of a set, else the default. */
function fillingOf(field: Field): { filling?: string } {
  const text = field.isSet ? '{}' : defaultText(field);
  return text === undefined ? {} : { filling: literal(text) };
}

/** A default as PostgreSQL reads it; undefined where there is none, or where it differs from object to object. */
function defaultText(field: Field): string | undefined {
  const type = columnType(field);
  const given = field.options.default as unknown;
  const value: unknown = typeof given === 'function' && type === 'jsonb' ? given() : given;
  if (value === undefined || value === null || typeof value === 'function' || field.options.to) return undefined;
  if (type === 'jsonb') return JSON.stringify(value);
  if (Array.isArray(value)) return value.length === 0 ? '{}' : undefined;
  return typeof value === 'object' ? undefined : String(value);
}

const collates = (field: Field): boolean => ['text', 'text[]'].includes(columnType(field));

/** Names stay below PostgreSQL's 63 bytes and tell what the index is for. */
const indexName = (model: Model, columns: string[], suffix: string): string =>
  `${model.name}_${columns.join('_')}_${suffix}`.slice(0, 63);

function indexesOf(model: Model): IndexSpec[] {
  const indexes: IndexSpec[] = [];
  const add = (
    columns: string[],
    on: string[],
    method: IndexSpec['method'],
    suffix: string,
    unique = false,
    where?: string,
  ) =>
    indexes.push({
      name: indexName(model, columns, suffix),
      unique,
      method,
      on,
      ...(where === undefined ? {} : { where }),
    });
  for (const [name, field] of stored(model)) {
    if (field.options.unique) add([name], [name], 'btree', 'key', true);
    else if (isSearchedInside(name, field)) add([name], [name], 'gin', 'gin');
    else if (field.kind.index) {
      const { method, operators } = field.kind.index;
      add([name], [`${name} ${operators}`], method, method);
    } else if (field.options.indexed) add([name], [name], 'btree', 'idx');
  }
  for (const [name, field] of stored(model))
    if (field.options.keyed) add([name], [`${name} jsonb_path_ops`], 'gin', 'gin', false, `(${name} <> '{}'::jsonb)`);
  for (const unique of model.unique)
    add(unique.fields, unique.fields, 'btree', unique.whenNull ? 'root_key' : 'key', true, uniqueRows(unique));
  for (const columns of model.indexes) add(columns, columns, 'btree', 'idx');
  const order = orderColumns(model);
  if (order) add(['default'], order, 'btree', 'order');
  return indexes;
}

/** Whether rows are found by what is in a list they hold. */
const isSearchedInside = (name: string, field: Field): boolean =>
  field.isSet || name === 'tree_ids' || (field.options.indexed && columnType(field).endsWith('[]'));

/** Which rows a unique index is about, as PostgreSQL spells it; undefined: all. */
function uniqueRows({ whenNull, unlessBlank }: Unique): string | undefined {
  const conditions = [
    ...(whenNull === undefined ? [] : [`(${whenNull} IS NULL)`]),
    ...(unlessBlank === undefined ? [] : [`(${unlessBlank} <> ''::text)`]),
  ];
  return conditions.length > 1 ? `(${conditions.join(' AND ')})` : conditions[0];
}

/** The default order as index columns, when the row itself holds them all and an entry has room for them. */
function orderColumns(model: Model): string[] | undefined {
  if (model.tree) return [`(${upperLevels(sql.fragment`tree_order`).sql})`];
  const local = model.order.every((name) => {
    const field = model.fields[name];
    return field?.stored && !field.options.to && columnType(field) !== 'jsonb';
  });
  const [first, ...rest] = model.order;
  const isKey = rest.length === 0 && (first === 'id' || model.fields[first!]?.options.unique);
  return local && !isKey ? [...model.order.filter((name) => name !== 'id'), 'id'] : undefined;
}

function foreignKeysOf(model: Model, local: Map<string, Model>): ForeignKeySpec[] {
  return stored(model).flatMap(([name, field]) => {
    const target =
      field.isRelation && field.options.to && !field.options.unwatched ? local.get(field.options.to) : undefined;
    if (!target) return [];
    const foreignKey: ForeignKeySpec = {
      name: indexName(model, [name], 'fkey'),
      columns: [name],
      references: { table: target.name, columns: ['id'] },
      onDelete: 'no action',
      deferrable: true,
    };
    return [foreignKey];
  });
}
