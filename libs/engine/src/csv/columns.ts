import { type Field, type Model, noObject, noValue, type Row } from '@plumbline/model';
import type { Engine } from '../core/engine';
import { extensionsOf } from '../core/extensions/registered';
import { shownFields } from '../plan/representation';
import type { ShownObject } from '../render/render';
import { cellOf } from './cells';
import { hopsOf, keyParts, levelHeaders } from './keyColumns';

/** One line of the table before it is text: the stored row, the object as shown, what objects are called that go by a name, by id. */
export interface Line {
  row: Row;
  shown: ShownObject;
  names: ReadonlyMap<unknown, string>;
}

export interface Column {
  header: string;
  cell: (line: Line) => string;
}

/** Whether the related object is a content type, which a table names `app.model`. */
export const isContentType = ({ isRelation, options }: Field): boolean =>
  isRelation && options.to === 'contenttypes.contenttype';

/** Whether a table names the related object by its natural key: those that clients may send. */
const isKeyed = (field: Field): boolean =>
  field.isRelation && (field.stored || field.options.echoed) && !isContentType(field);

/**
 * Relations whose objects are named by their natural keys: every relation to one object that has a column of its own.
 */
export function keyedRelations(engine: Engine, model: Model): [string, Field][] {
  return tableFields(engine, model).filter(([, field]) => isKeyed(field));
}

/**
 * Shown fields that a table has room for: lists of other objects do not, unless these go by a name or are always shown.
 * Those of extensions have columns of their own.
 */
function tableFields(engine: Engine, model: Model): [string, Field][] {
  const extensions = extensionsOf(engine);
  return shownFields(model, { root: true }).filter(
    ([name, { isMany, options }]) =>
      !extensions.key(model, name) && (!isMany || options.namedBy !== undefined || !options.rootOnly),
  );
}

const leading = ['name', 'display', 'id'];

/** The columns of a list of objects, without custom fields: `name`, `display`, `id` first, then in the order shown. */
export function listColumns(engine: Engine, model: Model, levels: ReadonlyMap<string, number>): Column[] {
  return arrange(engine, model, ([name, field]) => {
    if (field.options.namedBy !== undefined) return [namesColumn(name)];
    if (isContentType(field)) return [contentTypeColumn(engine, name)];
    if (!isKeyed(field)) return [plainColumn(name, field)];
    return keyParts(engine, field.options.to!).flatMap((part) => {
      const cell = related(name, part.path === 'id' ? name : `${name}.${part.path}`);
      if (!part.tree) return [{ header: `${name}__${part.header}`, cell: cell() }];
      return levelHeaders(part, levels.get(part.tree) ?? 1).map((header, level) => ({
        header: `${name}__${header}`,
        cell: cell(level),
      }));
    });
  });
}

/** The columns of the answer to a write: related objects by id, nothing where there is no value, no counters. */
export function writtenColumns(engine: Engine, model: Model): Column[] {
  return arrange(engine, model, ([name, field]) => {
    if (field.kind.source === 'counted') return [];
    if (field.options.namedBy !== undefined) return [namesColumn(name)];
    const { header, cell } = isKeyed(field)
      ? { header: name, cell: ({ row }: Line) => cellOf(row[name]) }
      : plainColumn(name, field);
    return [{ header, cell: (line) => blank(cell(line)) }];
  });
}

const blank = (cell: string): string => (cell === noValue ? '' : cell);

function arrange(engine: Engine, model: Model, columnsOf: (entry: [string, Field]) => Column[]): Column[] {
  const always = ['id', 'object_type', 'display', ...(model.abilities.slug ? ['natural_slug'] : [])];
  const columns: Column[] = [
    ...always.map((header) => ({ header, cell: ({ shown }: Line) => cellOf(shown[header]) })),
    ...tableFields(engine, model).flatMap(columnsOf),
  ];
  const first = leading.flatMap((header) => columns.find((column) => column.header === header) ?? []);
  return [...first, ...columns.filter((column) => !first.includes(column))];
}

function plainColumn(name: string, field: Field): Column {
  const { cell } = field.kind;
  return {
    header: name,
    cell: cell ? ({ row }) => cellOf(cell(row[name], field, row)) : ({ shown }) => cellOf(shown[name]),
  };
}

const contentTypeColumn = ({ catalog }: Engine, header: string): Column => ({
  header,
  cell: ({ row }) => cellOf(catalog.contentTypeNumbered(Number(row[header]))),
});

/** Who may not see what one of the objects is called reads its id, which names it in a table that is taken back. */
const namesColumn = (header: string): Column => ({
  header,
  cell: ({ row, names }) =>
    ((row[header] as unknown[] | null) ?? []).map((id) => names.get(id) ?? String(id)).join(','),
});

/**
 * A part of a related object's key; in a tree the name of the node so many levels up. It says whether there is no value,
 * or nothing that could have one, since a relation on the way is empty.
 */
const related = (name: string, path: string) => {
  const hops = [name, ...hopsOf(path)];
  return (level?: number) =>
    ({ row }: Line): string => {
      if (hops.some((hop) => row[hop] === null || row[hop] === undefined)) return noObject;
      const value = row[path];
      if (level === undefined) return cellOf(value === '' ? null : value);
      const names = (value as unknown[] | null) ?? [];
      return level < names.length ? cellOf(names[names.length - 1 - level]) : noObject;
    };
};
