import type { Catalog, Model } from '@plumbline/model';

/** Whether any of these paths begins with a column of the model that is guarded. */
export const readsGuarded = ({ guarded }: Model, paths: readonly string[]): boolean => beginsAmong(guarded, paths);

/** Whether any of these paths begins with a column that the service of whoever refers to the model has a rule on. */
export const readsValidated = (
  catalog: Catalog,
  { label }: Model,
  referrer: string,
  paths: readonly string[],
): boolean =>
  catalog
    .validators(label)
    .some(({ app, columns }) => app === catalog.find(referrer)?.app && beginsAmong(columns, paths));

const beginsAmong = (columns: readonly string[], paths: readonly string[]): boolean =>
  paths.some((path) => columns.includes(path.split('.')[0]!));
