import { type FieldErrors, faultInJson, problems } from '@plumbline/http';
import { type Field, type Model, noObject, noValue, readUuid } from '@plumbline/model';
import { CsvError, parse } from 'csv-parse/sync';
import type { Extensions } from '../core/extensions/extension';
import { isContentType } from './columns';

/** The largest table that is read. */
export interface CsvLimits {
  rows: number;
  columns: number;
}

const usualLimits: CsvLimits = { rows: 10_000, columns: 1_000 };

type Entry = readonly [key: string, value: unknown];

/** A header that means something for the model: where its cells go in the body, and how they are read. */
type Target =
  | { kind: 'value'; name: string; field: Field }
  | { kind: 'added'; key: string; name: string }
  | { kind: 'part'; relation: string; path: string[]; field: Field };

/**
 * Reads a table into the bodies that JSON would bring (docs/contract/tables.md); unknown and read-only columns are left out.
 * Throws a `Problem`: 400 for text that is no table, a column without a header or JSON that no body may hold, 413 beyond the limits.
 */
export function readCsv(
  extensions: Extensions,
  model: Model,
  text: string,
  limits: CsvLimits = usualLimits,
): Record<string, unknown>[] {
  const [header = [], ...rows] = records(text, limits);
  if (header.length > limits.columns) throw problems.tooLarge(`A table may have ${limits.columns} columns.`);
  const names = header.map((name) => name.trim());
  const targets = names.map((name) => targetOf(extensions, model, name));
  const errors = rows.map((): FieldErrors => ({}));
  const bodies = rows.map((cells, index) => {
    const nameless = Array.from({ length: Math.max(cells.length, names.length) }, (_, at) => at).find(
      (at) => !names[at],
    );
    if (nameless !== undefined)
      throw problems.malformed(`Row ${index + 1}: Column ${nameless + 1}: missing/empty header for this column`);
    return bodyOf(targets, cells, errors[index]!);
  });
  if (errors.some((each) => Object.keys(each).length > 0)) throw problems.list(errors);
  return bodies;
}

/** Lines end in any of these ways, and not all of a table in the same one: it may be put together from several. */
export const lineEnds = ['\r\n', '\n', '\r'];

function records(text: string, limits: CsvLimits): string[][] {
  try {
    return parse(text, {
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      record_delimiter: lineEnds,
      on_record: (record: string[], { records: count }) => {
        if (count > limits.rows + 1) throw problems.tooLarge(`A table may have ${limits.rows} rows.`);
        return record;
      },
    });
  } catch (error) {
    if (error instanceof CsvError) throw problems.malformed(`CSV parse error - ${error.message}`);
    throw error;
  }
}

function targetOf(extensions: Extensions, model: Model, name: string): Target | undefined {
  for (const { table } of extensions.of(model)) {
    const added = table?.read(name);
    if (added) return { kind: 'added', ...added };
  }
  const [relation = '', ...path] = name.split('__');
  const field = Object.hasOwn(model.fields, relation) ? model.fields[relation] : undefined;
  if (relation === 'id' && path.length === 0 && field) return { kind: 'value', name, field };
  if (!field || field.options.readOnly || field.options.hidden) return undefined;
  if (path.length === 0) return { kind: 'value', name, field };
  return field.isRelation && path.every((part) => part !== '') ? { kind: 'part', relation, path, field } : undefined;
}

function bodyOf(targets: (Target | undefined)[], cells: string[], errors: FieldErrors): Record<string, unknown> {
  const entries: Entry[] = [];
  const added = new Map<string, Entry[]>();
  const relations = new Map<string, { field: Field; parts: { path: string[]; cell: string }[] }>();
  for (const [index, target] of targets.entries()) {
    if (!target) continue;
    // A row that ends early has nothing in its last columns.
    const cell = cells[index] ?? noValue;
    if (target.kind === 'added')
      added.set(target.key, [
        ...(added.get(target.key) ?? []),
        [target.name, cell === '' || isNothing(cell) ? null : cell],
      ]);
    else if (target.kind === 'value') {
      const value = readCell(target.field, cell);
      const fault = isJson(target.field, cell, value) ? faultInJson(target.name, cell) : undefined;
      if (fault === undefined) entries.push([target.name, value]);
      else errors[target.name] = [fault];
    } else {
      const { relation, field, path } = target;
      const known = relations.get(relation) ?? { field, parts: [] };
      known.parts.push({ path, cell });
      relations.set(relation, known);
    }
  }
  for (const [name, { field, parts }] of relations)
    if (parts.some(({ cell }) => cell !== noObject)) entries.push([name, readParts(field, parts)]);
  for (const [key, values] of added) entries.push([key, Object.fromEntries(values)]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Whether a cell was read as the JSON that it holds; what objects are called may begin like JSON. */
const isJson = (field: Field, cell: string, value: unknown): boolean =>
  field.kind.mayBeJson === true && /^[[{]/.test(cell) && typeof value === 'object' && value !== null;

const isNothing = (cell: string): boolean => cell === noValue || cell === noObject;

/** The body's value for a cell; undefined leaves the field out. */
function readCell(field: Field, cell: string): unknown {
  if (isNothing(cell)) return null;
  if (field.isSet) return listOf(field, cell);
  if (isContentType(field) && cell.includes('.')) return contentTypeOf(cell);
  if (cell !== '') return field.kind.fromText ? field.kind.fromText(cell, field) : cell;
  if (field.options.nullable) return null;
  return field.kind.skipsEmptyCells ? undefined : '';
}

function contentTypeOf(cell: string): unknown {
  const [app_label, ...rest] = cell.split('.');
  return { app_label, model: rest.join('.') };
}

/** A list of objects by id or key, or by the name they go by. */
function listOf(field: Field, cell: string): unknown {
  const items = field.kind.fromText!(cell, field) as string[];
  const { namedBy } = field.options;
  return namedBy === undefined ? items : items.map((item) => (readUuid(item) ? item : { [namedBy]: item }));
}

/** The attributes that name a related object, nested as the headers say; null when all cells are empty. */
function readParts(field: Field, parts: { path: string[]; cell: string }[]): unknown {
  if (parts.every(({ cell }) => cell === '') && field.options.nullable) return null;
  const attributes: Attributes = new Map();
  for (const { path, cell } of parts) put(attributes, path, cell === '' || isNothing(cell) ? null : cell);
  return nested(attributes);
}

type Attributes = Map<string, string | null | Attributes>;

function put(attributes: Attributes, [first = '', ...rest]: string[], value: string | null): void {
  const key = first === 'pk' ? 'id' : first;
  if (rest.length === 0) attributes.set(key, value);
  else {
    const known = attributes.get(key);
    const inner: Attributes = known instanceof Map ? known : new Map();
    attributes.set(key, inner);
    put(inner, rest, value);
  }
}

function nested(attributes: Attributes): Record<string, unknown> {
  return Object.fromEntries([...attributes].map(([key, value]) => [key, value instanceof Map ? nested(value) : value]));
}
