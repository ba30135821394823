import type { Model } from '@plumbline/model';

/** Whether any of these paths begins with a column of the model that is guarded. */
export const readsGuarded = ({ guarded }: Model, paths: readonly string[]): boolean =>
  paths.some((path) => guarded.includes(path.split('.')[0]!));
