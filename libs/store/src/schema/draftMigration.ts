import type { ColumnSpec, TableSpec } from '../table';
import { compareSchema, type Difference, type Part } from './compareSchema';
import { identifier, identifiers } from './identifier';
import {
  checkDefinition,
  columnDefinition,
  createIndex,
  createRest,
  createTable,
  foreignKeyDefinition,
  primaryKeyName,
} from './tableStatements';

/**
 * Drafts the SQL that turns `actual` into `wanted`, empty when nothing is to be done. `comparable` is `wanted` as
 * PostgreSQL spells it (`asPostgresSpells`): it decides what differs, while the SQL is written in the words of
 * `wanted`. A draft is to be read before it is used: it knows nothing of renaming, and of the values rows need only what
 * columns are filled with.
 */
export function draftMigration(actual: TableSpec[], wanted: TableSpec[], comparable = wanted): string {
  const differences = compareSchema(actual, comparable);
  const missing = new Set(namesOf(differences, 'table', 'missing'));
  const unwanted = namesOf(differences, 'table', 'unwanted');
  const created = wanted.filter(({ name }) => missing.has(name));
  const changed = wanted.filter(({ name }) => !missing.has(name)).map((table) => changesOf(table, actual, differences));

  const sections = [
    dropForeignKeysOf(actual.filter(({ name }) => unwanted.includes(name))),
    ...changed.map(({ drops }) => drops),
    unwanted.length > 0 ? [`drop table ${identifiers(unwanted)};`] : [],
    ...created.map((table) => [createTable(table), ...createRest(table)]),
    ...changed.map(({ alterations }) => alterations),
    ...created.map((table) => table.indexes.map((index) => createIndex(table, index))),
    ...changed.map(({ indexes }) => indexes),
    ...created.map((table) => addAll(table, table.foreignKeys.map(foreignKeyDefinition))),
    ...changed.map(({ foreignKeys }) => foreignKeys),
  ];
  const text = sections
    .filter((statements) => statements.length > 0)
    .map((statements) => statements.join('\n'))
    .join('\n\n');
  return text === '' ? '' : `${text}\n`;
}

interface Changes {
  drops: string[];
  alterations: string[];
  indexes: string[];
  foreignKeys: string[];
}

/** The statements for a table that exists already, by the phase they belong to. */
function changesOf(table: TableSpec, actual: TableSpec[], all: Difference[]): Changes {
  const before = actual.find(({ name }) => name === table.name);
  const differences = before === undefined ? [] : all.filter((difference) => difference.table === table.name);
  const columns = differences.filter(({ part }) => part === 'column');
  const remade = columns.filter(isRemade).map(({ name }) => name);
  // PostgreSQL drops indexes and checks together with a column they use, so those of a remade column are made again.
  const mentionsRemade = (text: string) => remade.some((name) => new RegExp(`\\b${name}\\b`).test(text));

  const gone = (part: Part) => namesOf(differences, part, 'unwanted', 'different');
  const come = (part: Part) => new Set(namesOf(differences, part, 'missing', 'different'));
  const [indexes, checks, keys] = [come('index'), come('check'), come('foreign key')];
  const lostIndexes = (before?.indexes ?? []).filter(({ on, where = '' }) => mentionsRemade([...on, where].join(' ')));
  const lostChecks = (before?.checks ?? []).filter(({ expression }) => mentionsRemade(expression));
  for (const { name } of lostIndexes) indexes.add(name);
  for (const { name } of lostChecks) checks.add(name);
  const droppedIndexes = new Set([...gone('index'), ...lostIndexes.map(({ name }) => name)]);
  const droppedChecks = new Set([...gone('check'), ...lostChecks.map(({ name }) => name)]);
  const primaryKey = differences.some(({ part }) => part === 'primary key');

  const dropped = [...gone('foreign key'), ...droppedChecks].map((name) => `drop constraint ${identifier(name)}`);
  if (primaryKey && before?.primaryKey.length) dropped.push(`drop constraint ${primaryKeyName(table)}`);
  const added = table.checks.filter(({ name }) => checks.has(name)).map((check) => `add ${checkDefinition(check)}`);
  if (primaryKey && table.primaryKey.length > 0) {
    added.unshift(`add constraint ${primaryKeyName(table)} primary key (${identifiers(table.primaryKey)})`);
  }
  const anew = differences.some(({ part }) => part === 'partitioning')
    ? [`-- ${table.name} has to be made anew and filled: what is partitioned, and by what, cannot be changed.`]
    : [];
  return {
    drops: [...anew, ...alter(table, dropped), ...[...droppedIndexes].map((name) => `drop index ${identifier(name)};`)],
    alterations: [
      ...alter(table, [...columns.flatMap((difference) => alterColumn(difference, table)), ...added]),
      ...alter(table, dropFillings(columns, table)),
    ],
    indexes: table.indexes.filter(({ name }) => indexes.has(name)).map((index) => createIndex(table, index)),
    foreignKeys: addAll(table, table.foreignKeys.filter(({ name }) => keys.has(name)).map(foreignKeyDefinition)),
  };
}

/** A stored generated column cannot be given another expression (before PostgreSQL 17), only be made again. */
function isRemade({ problem, actual, wanted }: Difference): boolean {
  if (problem !== 'different') return false;
  const [is, should] = [actual as ColumnSpec, wanted as ColumnSpec];
  return should.generated !== undefined || is.generated !== undefined;
}

/** Whether rows that are there are given a value that later ones are not given by PostgreSQL. */
const isFilled = (column: ColumnSpec): column is ColumnSpec & { filling: string } =>
  !column.nullable && column.filling !== undefined && column.default === undefined && column.generated === undefined;

/** What follows the statement that adds columns: PostgreSQL drops no default in the statement that brings it. */
const dropFillings = (differences: Difference[], table: TableSpec): string[] =>
  differences
    .filter(({ problem }) => problem === 'missing')
    .flatMap(({ name }) => table.columns.filter((column) => column.name === name && isFilled(column)))
    .map(({ name }) => `alter column ${identifier(name)} drop default`);

function alterColumn(difference: Difference, table: TableSpec): string[] {
  const name = identifier(difference.name);
  const column = table.columns.find((candidate) => candidate.name === difference.name);
  if (column === undefined) return [`drop column ${name}`];
  if (difference.problem === 'missing')
    return [`add column ${columnDefinition(isFilled(column) ? { ...column, default: column.filling } : column)}`];
  if (isRemade(difference)) return [`drop column ${name}`, `add column ${columnDefinition(column)}`];

  const [is, should] = [difference.actual as ColumnSpec, difference.wanted as ColumnSpec];
  const changes: string[] = [];
  const defaultChanges = is.default !== should.default;
  const typeChanges = is.type !== should.type || is.collate !== should.collate;
  // The old default may not fit the new type.
  if (is.default !== undefined && (typeChanges || should.default === undefined))
    changes.push(`alter column ${name} drop default`);
  if (typeChanges) {
    const collate = should.collate === undefined ? '' : ` collate "${should.collate}"`;
    changes.push(`alter column ${name} type ${column.type}${collate} using ${name}::${column.type}`);
  }
  if (column.default !== undefined && (defaultChanges || typeChanges))
    changes.push(`alter column ${name} set default ${column.default}`);
  if (is.nullable !== should.nullable)
    changes.push(`alter column ${name} ${should.nullable ? 'drop' : 'set'} not null`);
  if (is.identity !== should.identity)
    changes.push(`alter column ${name} ${should.identity ? 'add generated by default as' : 'drop'} identity`);
  return changes;
}

const dropForeignKeysOf = (tables: TableSpec[]): string[] =>
  tables.flatMap((table) =>
    alter(
      table,
      table.foreignKeys.map(({ name }) => `drop constraint ${identifier(name)}`),
    ),
  );

const addAll = (table: TableSpec, definitions: string[]): string[] =>
  alter(
    table,
    definitions.map((definition) => `add ${definition}`),
  );

const alter = (table: TableSpec, actions: string[]): string[] =>
  actions.length === 0 ? [] : [`alter table ${identifier(table.name)}\n  ${actions.join(',\n  ')};`];

const namesOf = (differences: Difference[], part: Part, ...problems: Difference['problem'][]): string[] =>
  differences
    .filter((difference) => difference.part === part && problems.includes(difference.problem))
    .map(({ name }) => name);
