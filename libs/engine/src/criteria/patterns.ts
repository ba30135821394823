import { Problem, problems } from '@plumbline/http';
import { type Criteria, isComparison, type WriteContext } from '@plumbline/model';
import { isInvalidRegularExpression, isStatementTimeout, type Queryable, type Sql, sql } from '@plumbline/store';
import pLimit from 'p-limit';
import type { UnitOfWork } from '../core/engine';
import { perEngine } from '../core/kept/perEngine';
import { perTransaction } from '../core/transactions/perTransaction';
import { countingStatements } from '../core/unitOfWork';

/** How long a statement may take whose cost a client decides, and what the client is told when it takes longer. */
export interface Patience {
  milliseconds: number;
  tooLong: () => Problem;
}

const withPatterns: Patience = {
  milliseconds: 3_000,
  tooLong: () =>
    new Problem(400, { detail: 'The regular expression takes too long on what is stored here. Make it simpler.' }),
};

/** The regular expressions among the comparisons, all of which are clients'. */
export function patternsIn(criteria: Criteria): string[] {
  if ('condition' in criteria) return criteria.patterns ?? [];
  if (isComparison(criteria)) {
    const { lookup, value } = criteria;
    // What is no text matches nothing, and is no pattern.
    return (lookup === 'regex' || lookup === 'iregex') && typeof value !== 'object' ? [String(value)] : [];
  }
  if ('not' in criteria) return patternsIn(criteria.not);
  if ('some' in criteria) return patternsIn(criteria.holds);
  return ('and' in criteria ? criteria.and : criteria.or).flatMap(patternsIn);
}

/**
 * The work for statements about these criteria: bounded where a client's regular expression is among them. Those that lock rows
 * say so.
 */
export const boundedBy = (work: UnitOfWork, criteria: Criteria, { locks = false } = {}): UnitOfWork =>
  patternsIn(criteria).length > 0 ? withStatementTimeout(work, withPatterns, { locks }) : work;

/**
 * The same work with every statement given up after a few seconds, or at the request's deadline: some characters of a
 * regular expression can keep a processor busy for years. What is given up is a 400.
 */
export function withStatementTimeout(
  work: UnitOfWork,
  patience: Patience = withPatterns,
  { locks = false } = {},
): UnitOfWork {
  return { ...work, sql: work.afterCommit ? boundedInside(work, patience) : boundedOutside(work, patience, locks) };
}

/** How many such statements a service runs at a time for its clients, and for other services. */
const lanesOf = perEngine(() => ({ forClients: pLimit(2), forServices: pLimit(1) }));

/**
 * Outside a transaction each statement gets one of its own, because a limit can be set for a transaction only. Few run
 * at a time, so that whoever sends many leaves connections to everybody else; the others wait, until their request's
 * deadline at most.
 */
function boundedOutside({ engine, scope, replica }: UnitOfWork, patience: Patience, locks: boolean): Queryable {
  const { forClients, forServices } = lanesOf(engine);
  const lane = scope.served ? forServices : forClients;
  const database = replica ?? (scope.served ? engine.answers : engine.database);
  const run = <T>(task: (tx: Queryable) => Promise<T>): Promise<T> =>
    lane(() => {
      if (Date.now() >= scope.deadline) throw problems.unavailable(engine.app);
      return database
        .transaction(
          async (tx) => {
            await tx.run(limit(scope.deadline, patience));
            return task(countingStatements(tx, scope));
          },
          { readOnly: !locks },
        )
        .catch(explainWith(patience));
    });
  return {
    rows: (statement) => run((tx) => tx.rows(statement)),
    quick: (statement) => run((tx) => tx.rows(statement)),
    first: (statement) => run((tx) => tx.first(statement)),
    run: (statement) => run((tx) => tx.run(statement)),
  };
}

/**
 * How long a statement of the transaction may take otherwise: as the connection has it, or, behind a pooler, as the transaction began.
 */
const usualIn = perTransaction(() => ({ timeout: undefined as string | undefined }));

function boundedInside(work: UnitOfWork, patience: Patience): Queryable {
  const { sql: tx, scope } = work;
  const usual = usualIn(work);
  const run = async <T>(task: () => Promise<T>): Promise<T> => {
    const before = await tx.first<{ timeout: string }>(limit(scope.deadline, patience));
    usual.timeout ??= before!.timeout;
    const result = await task().catch(explainWith(patience));
    await tx.run(sql.unsafe`SELECT set_config('statement_timeout', ${usual.timeout}, true)`);
    return result;
  };
  return {
    rows: (statement) => run(() => tx.rows(statement)),
    quick: (statement) => run(() => tx.rows(statement)),
    first: (statement) => run(() => tx.first(statement)),
    run: (statement) => run(() => tx.run(statement)),
  };
}

/** Sets the time, and answers what it was. */
function limit(deadline: number, patience: Patience): Sql {
  const milliseconds = Math.min(patience.milliseconds, deadline - Date.now());
  if (milliseconds <= 0) throw patience.tooLong();
  return sql.unsafe`SELECT current_setting('statement_timeout') AS timeout, set_config('statement_timeout', ${String(Math.ceil(milliseconds))}, true)`;
}

const explainWith =
  ({ tooLong }: Patience) =>
  (error: unknown): never => {
    throw isStatementTimeout(error) ? tooLong() : error;
  };

/** Longest regular expression worth trying; PostgreSQL's engine is bounded by the statement timeout besides. */
const longestPattern = 1000;

/** Throws a 400 when PostgreSQL cannot read a regular expression. */
export async function checkPattern(work: UnitOfWork, pattern: string): Promise<void> {
  if (pattern.includes('\0')) throw problems.malformed('Null characters are not allowed.');
  if (pattern.length > longestPattern)
    throw problems.malformed(`Enter a regular expression of at most ${longestPattern} characters.`);
  // Where many filters are read, PostgreSQL says it of the statement that they are in.
  if (work.lookups) return;
  try {
    await withStatementTimeout(work).sql.first(sql.unsafe`SELECT '' ~ ${pattern}`);
  } catch (error) {
    if (isInvalidRegularExpression(error)) throw problems.malformed('Enter a valid regular expression.');
    throw error;
  }
}

/**
 * Of regular expressions those that PostgreSQL cannot read, asked within a write. One of these would end the transaction, so each attempt can
 * be undone, and is over before the next.
 */
export async function unreadablePatterns(
  { tx, bounded }: Pick<WriteContext, 'tx' | 'bounded'>,
  patterns: Iterable<string>,
): Promise<ReadonlySet<string>> {
  const unreadable = new Set<string>();
  for (const pattern of new Set(patterns)) {
    await tx.run(sql.unsafe`SAVEPOINT pattern`);
    try {
      await bounded.run(sql.unsafe`SELECT '' ~ ${pattern}`);
      await tx.run(sql.unsafe`RELEASE SAVEPOINT pattern`);
    } catch (error) {
      await tx.run(sql.unsafe`ROLLBACK TO SAVEPOINT pattern`);
      if (!isInvalidRegularExpression(error)) throw error;
      unreadable.add(pattern);
    }
  }
  return unreadable;
}
