import { DatabaseError } from 'pg';
import { TlsProblem } from './connect/tlsProblem';

/** The database cannot be reached or is going away; whoever asked may try again in a few seconds. */
export class DatabaseUnavailable extends Error {
  constructor(
    /** The schema whose database is meant, which is the name of the service. */
    readonly schema: string,
    cause: unknown,
    /** Whether it was lost between COMMIT and the answer to it, so that nobody knows whether the transaction is in. */
    readonly commitUnclear = false,
  ) {
    super(`The database of ${schema} is unavailable: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    this.name = 'DatabaseUnavailable';
  }
}

/** What PostgreSQL says about a broken constraint; absent parts are empty strings. */
export interface Violation {
  constraint: string;
  table: string;
  /** The column, where PostgreSQL names one (not null). */
  column: string;
  /** For example `Key (name)=(a) already exists.` */
  detail: string;
}

/** The connection was lost after COMMIT had been sent. */
export class CommitUnanswered extends Error {
  constructor(cause: unknown) {
    super('The connection was lost before COMMIT was answered.', { cause });
    this.name = 'CommitUnanswered';
  }
}

/** Whether nobody knows if the transaction that failed with this error is in or not. */
export const isCommitUnclear = (error: unknown): boolean => error instanceof DatabaseUnavailable && error.commitUnclear;

/** A statement has more values than the protocol can count; it has not been sent. */
export class TooManyValues extends Error {
  constructor() {
    super('The statement has too many values.');
    this.name = 'TooManyValues';
  }
}

const networkFailures = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // A socket of this machine: the server is not there, or has no room for another connection just then.
  'ENOENT',
  'EAGAIN',
]);
/** 57P01 to 57P05: shut down, crashed, starting up, database dropped, idle too long; 53300: no connection slot left. */
const serverFailures = new Set(['57P01', '57P02', '57P03', '57P04', '57P05', '53300']);
/** pg gives these no code. */
const clientFailures = [
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
  'Query read timeout',
];

/** 08…: what became of the connection; but a message that PostgreSQL cannot make sense of (08P01) leaves it as it is. */
const isLoss = (code: string): boolean => code.startsWith('08') && code !== '08P01';

/**
 * Whether PostgreSQL has let nobody in or thrown them out, whatever its reason: the database takes no connections or is not there
 * while it is restored, the role's password is being changed. Of a transaction that was ended for taking too long it is known what
 * became (`isOverload`).
 */
const wasTurnedAway = (error: unknown): boolean =>
  error instanceof DatabaseError && ['FATAL', 'PANIC'].includes(error.severity ?? '') && error.code !== '25P03';

/** Whether the error means that the connection is lost or could not be made. */
export function isConnectionLoss(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if (error instanceof TlsProblem || wasTurnedAway(error)) return true;
  // Node wraps the failures of all addresses of a host into one AggregateError that carries the code too.
  const { code, message } = error as { code?: string; message?: string };
  if (code !== undefined) return networkFailures.has(code) || serverFailures.has(code) || isLoss(code);
  return message !== undefined && clientFailures.some((start) => message.startsWith(start));
}

/** Whether a connection that had been made was cut, which says nothing of whether another one can be had. */
export const wasCut = (error: unknown): boolean =>
  hasCode(error, '57P01') ||
  ['ECONNRESET', 'EPIPE'].includes(String((error as { code?: string } | null)?.code)) ||
  (error instanceof Error && error.message.startsWith('Connection terminated'));

/**
 * Whether the database had no time or room for a statement just then: a lock that did not come free (55P03), an idle
 * transaction that was ended for taking too long (25P03), resources used up (53…).
 */
export function isOverload(error: unknown): boolean {
  const { code = '' } = error instanceof DatabaseError ? error : {};
  return ['55P03', '25P03'].includes(code) || code.startsWith('53');
}

/** Whether the server only reads (25006): it was the primary until another took its place, or an administrator has it so. */
export const isOnlyReading = (error: unknown): boolean => hasCode(error, '25006');

/** Whether the server had no room on its disk (53100). */
export const isDiskFull = (error: unknown): boolean => hasCode(error, '53100');

/** Whether the transaction lost against a concurrent one (40001, 40P01) and may succeed when run again. */
export const isConcurrencyConflict = (error: unknown): boolean => hasCode(error, '40001') || hasCode(error, '40P01');

/** Whether the statement was refused because another one of its transaction had failed (25P02). */
export const isAbortedTransaction = (error: unknown): boolean => hasCode(error, '25P02');

/** Whether a prepared statement no longer fits the tables (after a migration) or is gone from its connection. */
export const isStalePlan = (error: unknown): boolean =>
  hasCode(error, '26000') || (hasCode(error, '0A000') && (error as Error).message.includes('cached plan'));

/** The broken unique constraint or index (23505). */
export const uniqueViolation = (error: unknown): Violation | undefined => violation(error, '23505');
/** The broken foreign key (23503), also when it was checked at commit. */
export const foreignKeyViolation = (error: unknown): Violation | undefined => violation(error, '23503');

/** Whether a regular expression given as a value is malformed (2201B). */
export const isInvalidRegularExpression = (error: unknown): boolean => hasCode(error, '2201B');
/** Whether a value is larger than an entry of an index may be (54000). */
export const isTooLarge = (error: unknown): boolean => hasCode(error, '54000');
/** Whether the statement ran out of time or was cancelled (57014). */
export const isStatementTimeout = (error: unknown): boolean => hasCode(error, '57014');

function violation(error: unknown, code: string): Violation | undefined {
  if (!hasCode(error, code)) return undefined;
  const { constraint = '', table = '', column = '', detail = '' } = error as DatabaseError;
  return { constraint, table, column, detail };
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof DatabaseError && error.code === code;
}
