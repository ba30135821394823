import type { Field, Model, Row } from '@plumbline/model';
import type { Engine } from '../engine';
import type { Shown } from '../read/render';
import { shownFields } from '../read/shape';
import { cellOf, jsonCell, noObject, noValue } from './cells';
import { keyParts, levelHeaders } from './keyColumns';

/** One line of the table before it is text: the stored row, the object as shown, the names of all tags by id. */
export interface Line {
  row: Row;
  shown: Shown;
  tags: ReadonlyMap<unknown, string>;
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
export function keyedRelations(model: Model): [string, Field][] {
  return tableFields(model).filter(([, field]) => isKeyed(field));
}

/**
 * Shown fields that a table has room for: lists of other objects do not, except tags and lists that are always shown.
 */
function tableFields(model: Model): [string, Field][] {
  return shownFields(model, { root: true }).filter(
    ([name, field]) => name !== 'custom_fields' && (!field.isMany || name === 'tags' || !field.options.rootOnly),
  );
}

const leading = ['name', 'display', 'id'];

/** The columns of a list of objects, without custom fields: `name`, `display`, `id` first, then in the order shown. */
export function listColumns(engine: Engine, model: Model, levels: ReadonlyMap<string, number>): Column[] {
  return arrange(model, ([name, field]) => {
    if (name === 'tags') return [tagsColumn(name)];
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
export function writtenColumns(model: Model): Column[] {
  return arrange(model, ([name, field]) => {
    if (field.kind.name === 'counter') return [];
    if (name === 'tags') return [tagsColumn(name)];
    const { header, cell } = isKeyed(field)
      ? { header: name, cell: ({ row }: Line) => cellOf(row[name]) }
      : plainColumn(name, field);
    return [{ header, cell: (line) => blank(cell(line)) }];
  });
}

const blank = (cell: string): string => (cell === noValue ? '' : cell);

function arrange(model: Model, columnsOf: (entry: [string, Field]) => Column[]): Column[] {
  const always = ['id', 'object_type', 'display', ...(model.abilities.slug ? ['natural_slug'] : [])];
  const columns: Column[] = [
    ...always.map((header) => ({ header, cell: ({ shown }: Line) => cellOf(shown[header]) })),
    ...tableFields(model).flatMap(columnsOf),
  ];
  const first = leading.flatMap((header) => columns.find((column) => column.header === header) ?? []);
  return [...first, ...columns.filter((column) => !first.includes(column))];
}

function plainColumn(name: string, field: Field): Column {
  if (field.kind.name === 'choice') return { header: name, cell: ({ row }) => cellOf(row[name]) };
  if (field.kind.name === 'json') return { header: name, cell: ({ row }) => jsonCell(row[name], field) };
  return { header: name, cell: ({ shown }) => cellOf(shown[name]) };
}

const contentTypeColumn = ({ catalog }: Engine, header: string): Column => ({
  header,
  cell: ({ row }) => cellOf(catalog.contentTypes[Number(row[header]) - 1]),
});

const tagsColumn = (header: string): Column => ({
  header,
  cell: ({ row, tags }) => ((row[header] as unknown[] | null) ?? []).flatMap((id) => tags.get(id) ?? []).join(','),
});

/** A part of a related object's key; in a tree the name of the node so many levels up. */
const related =
  (name: string, path: string) =>
  (level?: number) =>
  ({ row }: Line): string => {
    if (row[name] === null || row[name] === undefined) return noObject;
    const value = row[path];
    if (level === undefined) return cellOf(value);
    const names = (value as unknown[] | null) ?? [];
    return cellOf(names[names.length - 1 - level]);
  };
