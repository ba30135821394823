import type { Queryable } from '@plumbline/store';

/** What only the service that is writing an object can tell of it, since nobody else sees it yet. */
export interface Introduced {
  display: string;
  /** Whether the filter on its end of the relationship lets it pass. */
  passes: boolean;
}

const introduced = new WeakMap<Queryable, Map<string, Introduced>>();

const keyOf = (relationship: string, id: string): string => `${relationship} ${id}`;

/** Makes an object known for the length of a transaction. */
export function introduce(tx: Queryable, relationship: string, id: string, what: Introduced): void {
  const known = introduced.get(tx) ?? new Map<string, Introduced>();
  introduced.set(tx, known.set(keyOf(relationship, id), what));
}

/** What was said of an object in this transaction. */
export const introducedAs = (tx: Queryable, relationship: unknown, id: unknown): Introduced | undefined =>
  introduced.get(tx)?.get(keyOf(String(relationship), String(id)));
