import type { Model, Row } from '@plumbline/model';
import type { UnitOfWork } from './engine';

/** What stands in a text for a value that may not be seen. */
export const hiddenWord = '(hidden)';

/** How an object is named to whoever looks: values of related objects that may not be viewed are left out. */
export const displayOf = (work: UnitOfWork, model: Model, row: Row): string =>
  model.display(nameable(work, model, row), work.engine.catalog);

/** As `displayOf`, in messages and templates. */
export const plainTextOf = (work: UnitOfWork, model: Model, row: Row): string =>
  model.plainText(nameable(work, model, row), work.engine.catalog);

function nameable({ viewer }: UnitOfWork, model: Model, row: Row): Row {
  if (!viewer) return row;
  const named = { ...row };
  for (const path of model.displayNeeds) {
    const [first] = path.split('.') as [string];
    if (path.includes('.') && row[path] === null && isNamed(model, row, first)) named[path] = hiddenWord;
  }
  if (model.tree && row.tree_names)
    named.tree_names = (row.tree_names as (string | null)[]).map((name) => name ?? hiddenWord);
  return named;
}

/** Whether a row names an object by a relation. */
function isNamed(model: Model, row: Row, name: string): boolean {
  const via = model.fields[name]?.options.via ?? name;
  return row[via] !== null && row[via] !== undefined;
}
