import type { FieldErrors } from '@plumbline/http';
import { type Candidate, type FileToKeep, findsFault, type Reference, type Row } from '@plumbline/model';

/** What a write does to a field that the body leaves out. */
export type WriteMode = 'create' | 'replace' | 'change';

/** One object of a write on its way through the stages; a stage that finds something wrong sets `errors`. */
export interface Item extends Candidate {
  body: unknown;
  /** Related objects as the client named them, by field, until they are resolved. */
  references: Record<string, Reference | Reference[]>;
  /** The names that targets were found by from memory, by field and id: whether they still go by them is to be seen. */
  assumed: Record<string, Map<unknown, Set<string>>>;
  /** The files that came with it, by field, until they are kept. */
  files: Record<string, FileToKeep>;
  errors: FieldErrors | undefined;
}

export function newItem(index: number, body: unknown, before?: Row): Item {
  return {
    index,
    body,
    before,
    row: { ...before },
    sent: {},
    related: {},
    references: {},
    assumed: {},
    files: {},
    errors: undefined,
  };
}

/** The items no stage has found fault with so far. */
export const withoutErrors = (items: Item[]): Item[] => items.filter((item) => item.errors === undefined);

/** The items whose body is an object at all: what is wrong with their fields is found together. */
export const parsed = (items: Item[]): Item[] =>
  items.filter(({ body }) => typeof body === 'object' && body !== null && !Array.isArray(body));

/** Adds what is wrong with an item to what is known already. An answer that names no field finds nothing wrong. */
export function addError(item: Item, errors: FieldErrors): void {
  if (!findsFault(errors)) return;
  // Some names come from clients, and no name may reach a prototype.
  const known: FieldErrors = Object.assign(Object.create(null), item.errors);
  for (const [field, messages] of Object.entries(errors)) {
    const before = known[field];
    known[field] = Array.isArray(before) && Array.isArray(messages) ? [...before, ...messages] : messages;
  }
  item.errors = known;
}
