import { perTransaction, type UnitOfWork } from '@plumbline/engine';

/** What only the service that is writing an object can tell of it, since nobody else sees it yet. */
export interface Introduced {
  display: string;
  /** Whether the filter on its end of the relationship lets it pass. */
  passes: boolean;
}

type Within = Pick<UnitOfWork, 'transactionState'>;

const introducedIn = perTransaction(() => new Map<string, Introduced>());

const keyOf = (relationship: string, id: string): string => `${relationship} ${id}`;

/** Makes an object known for the length of a transaction. */
export function introduce(within: Within, relationship: string, id: string, what: Introduced): void {
  introducedIn(within).set(keyOf(relationship, id), what);
}

/** What was said of an object in this transaction. */
export const introducedAs = (within: Within, relationship: unknown, id: unknown): Introduced | undefined =>
  introducedIn(within).get(keyOf(String(relationship), String(id)));
