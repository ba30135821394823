import { createSqlTag } from 'slonik';
import { z } from 'zod';
import type { Sql } from './database';

// The log of slonik, which nobody reads, throws what goes wrong with standard output, past whoever listens for that.
(globalThis as { ROARR?: { teardown?: () => void } }).ROARR?.teardown?.();

/** A statement's rows are taken as they come. */
const tag = createSqlTag({ typeAliases: { any: z.any() } });

/**
 * Composes SQL with bound parameters; the result is run by a `Queryable`, not by slonik. Slonik's own `unsafe` makes a new
 * schema for each statement, which took a twentieth of the time of a write.
 */
export const sql = { ...tag, unsafe: tag.typeAlias('any') };

/** Fragments one after the other; none at all make an empty one, which slonik's own `join` refuses. */
export function sequence(fragments: readonly Sql[]): Sql {
  return fragments.length === 0 ? sql.fragment`` : sql.fragment`${sql.join(fragments, sql.fragment` `)}`;
}
