import type { Field, Model, Row } from '@plumbline/model';
import type { UnitOfWork } from '../core/engine';
import type { PageTexts } from '../core/extensions/extension';
import { extensionsOf } from '../core/extensions/registered';
import { gatherValues } from '../core/gatherValues';
import { displayOf } from '../core/naming';
import { copyAt } from '../permissions/copies';
import { loadByIds } from '../plan/load';
import { fileUrl } from '../render/fileUrl';

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
  if (field?.kind.source === 'generic') return [field.options.typeField!, field.options.via!];
  if (!field || !isReadable(field)) return [];
  const copy = copyAt(model, name);
  return copy ? [name, ...copy.columns] : [name];
}

const isReadable = ({ stored, kind, options }: Field): boolean => stored && !options.writeOnly && !kind.isSealed;

/**
 * The values of one field, in the order of the rows: of a choice the stored value, of a relation the id or ids, of a
 * generic one the model and the id, of everything else what REST shows.
 */
export async function valuesOf(work: UnitOfWork, model: Model, name: string, rows: Row[]): Promise<unknown[]> {
  if (name === 'display') return rows.map((row) => displayOf(work, model, row));
  const added = extensionsOf(work.engine).key(model, name)?.value;
  if (added?.of === 'page')
    return rows.length === 0 || added.isEmpty(work.engine, model)
      ? rows.map(() => ({}))
      : shownValues(work, model, rows, added.texts);
  const field = model.fields[name];
  if (!field) throw new Error(`${model.label} has no field ${name}`);
  const { kind, options } = field;
  if (options.gather) return rows.length === 0 ? [] : gatherValues(work, options.gather, rows);
  if (options.compute) return rows.map((row) => options.compute!(row) ?? null);
  if (kind.source === 'generic') return rows.map((row) => named(row, options.typeField!, options.via!));
  if (!isReadable(field)) throw new Error(`${model.label}.${name} cannot be asked for`);
  if (field.isFile) return rows.map((row) => pathOf(work, model, name, row));
  const { render } = kind;
  const isPlain = kind.isLabelled?.(field) || !render;
  return rows.map((row) => {
    const value = row[name] ?? null;
    return isPlain || value === null ? value : render(value, field);
  });
}

/** What an extension makes of the objects as they are shown. */
async function shownValues(work: UnitOfWork, model: Model, rows: Row[], textsOf: PageTexts): Promise<unknown[]> {
  const ids = rows.map(({ id }) => id as string);
  const texts = await textsOf(work, model, await loadByIds(work, model, ids, true), undefined);
  return ids.map((id) => JSON.parse(texts.get(id) ?? '{}'));
}

/** Where a file of an object lies, without the name of the server: whoever asks knows which that is. */
const pathOf = ({ engine }: UnitOfWork, model: Model, name: string, row: Row): string | null =>
  row[name] ? fileUrl(engine.catalog, '', model.label, row.id, name, String(row[name])) : null;

const named = (row: Row, typeField: string, via: string): [label: unknown, id: unknown] | null =>
  row[typeField] === null || row[via] === null ? null : [row[typeField], row[via]];
