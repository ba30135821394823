import { memoize, shownFields } from '@plumbline/engine';
import type { Field, Model } from '@plumbline/model';

/** The columns the engine keeps for a tree; they follow from the parents. */
export const treeColumns = ['tree_ids', 'tree_names', 'tree_order'];

/** Whether a column follows from others, so that nobody need be told of it. */
export const follows = (model: Model, name: string, { options }: Field): boolean =>
  options.generated !== undefined ||
  options.derive !== undefined ||
  (model.tree !== undefined && treeColumns.includes(name));

/** Whether clients are shown what is stored, rather than what was sealed, a part of it, or where a file is. */
export const isTold = (field: Field): boolean => !field.kind.isSealed && !field.kind.mask && !field.isFile;

/** Columns that clients read in an object, and so can be read back from it. */
export const dumpedColumns = memoize((model: Model): [string, Field][] => [
  ['id', model.fields.id!],
  ...shownFields(model, { root: true }).filter(
    ([name, field]) => field.stored && isTold(field) && !follows(model, name, field),
  ),
]);

/** Columns that clients do not read, or not as they are stored, and that follow from nothing else. */
export const withheldColumns = memoize((model: Model): [string, Field][] => {
  const told = new Set(dumpedColumns(model).map(([name]) => name));
  return Object.entries(model.fields).filter(
    ([name, field]) => field.stored && !told.has(name) && !follows(model, name, field),
  );
});
