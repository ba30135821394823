/** Objects that are to go, by the label of their model. */
export type ToDelete = Map<string, Set<string | number>>;

/** The same, of what a message or a table says. */
export const toDeleteFrom = (toDelete: Record<string, (string | number)[]>): ToDelete =>
  new Map(Object.entries(toDelete).map(([label, ids]) => [label, new Set(ids)]));

/** The same, as messages and tables say it. */
export const toDeleteRecord = (toDelete: ToDelete): Record<string, (string | number)[]> =>
  Object.fromEntries([...toDelete].map(([label, ids]) => [label, [...ids]]));
