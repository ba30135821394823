import type { Field, Model, Row } from '@plumbline/model';
import { computedFieldsOf } from '../computedFields/known';
import { computedTexts } from '../computedFields/show';
import type { Work } from '../engine';
import { fileUrl } from '../files/fileUrl';
import { asking } from '../verbs/ask';
import { loadByIds } from './load';

/** Whether the value of a field is worked out from the whole row. */
export function isWorkedOut(model: Model, name: string): boolean {
  const options = model.fields[name]?.options;
  return name === 'display' || options?.compute !== undefined || options?.gather !== undefined;
}

/** The dotted paths a field is worked out from. */
export const pathsFor = (model: Model, name: string): string[] =>
  name === 'display' ? model.displayNeeds : (model.fields[name]?.options.needs ?? []);

/** The columns that hold a field. */
export function columnsFor(model: Model, name: string): string[] {
  const field = model.fields[name];
  if (field?.kind.name === 'generic') return [field.options.typeField!, field.options.via!];
  return field && isReadable(field) ? [name] : [];
}

const isReadable = ({ stored, kind, options }: Field): boolean =>
  stored && !options.writeOnly && kind.name !== 'sealed';

/**
 * The values of one field, in the order of the rows: of a choice the stored value, of a relation the id or ids, of a
 * generic one the model and the id, of everything else what REST shows.
 */
export async function valuesOf(work: Work, model: Model, name: string, rows: Row[]): Promise<unknown[]> {
  if (name === 'display') return rows.map((row) => model.display(row));
  if (name === 'computed_fields' && model.abilities.computedFields) return computedFields(work, model, rows);
  const field = model.fields[name];
  if (!field) throw new Error(`${model.label} has no field ${name}`);
  const { kind, options } = field;
  if (options.gather) return rows.length === 0 ? [] : options.gather(rows, asking(work));
  if (options.compute) return rows.map((row) => options.compute!(row) ?? null);
  if (kind.name === 'generic') return rows.map((row) => named(row, options.typeField!, options.via!));
  if (!isReadable(field)) throw new Error(`${model.label}.${name} cannot be asked for`);
  if (field.isFile) return rows.map((row) => pathOf(work, model, name, row));
  const { render } = kind;
  const isPlain = kind.name === 'choice' || field.isRelation || field.isMany || !render;
  return rows.map((row) => {
    const value = row[name] ?? null;
    return isPlain || value === null ? value : render(value, field);
  });
}

/** Texts made of the objects as they are shown, by key. */
async function computedFields(work: Work, model: Model, rows: Row[]): Promise<unknown[]> {
  if (rows.length === 0 || computedFieldsOf(work.engine, model.label).length === 0) return rows.map(() => ({}));
  const ids = rows.map(({ id }) => id as string);
  const texts = await computedTexts(work, model, await loadByIds(work, model, ids, true));
  return ids.map((id) => JSON.parse(texts.get(id) ?? '{}'));
}

/** Where a file of an object lies, without the name of the server: whoever asks knows which that is. */
const pathOf = ({ engine }: Work, model: Model, name: string, row: Row): string | null =>
  row[name] ? fileUrl(engine.catalog, '', model.label, row.id, name, String(row[name])) : null;

const named = (row: Row, typeField: string, via: string): [label: unknown, id: unknown] | null =>
  row[typeField] === null || row[via] === null ? null : [row[typeField], row[via]];
