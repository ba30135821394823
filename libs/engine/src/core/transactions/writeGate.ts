import { Problem, problems } from '@plumbline/http';
import type { Row } from '@plumbline/model';
import { type Queryable, type Sql, sql } from '@plumbline/store';
import type { UnitOfWork } from '../engine';

/** A write came while all services stand still; it is worth trying again in a moment. */
export class WritesPaused extends Problem {
  constructor(app: string) {
    const { status, body, headers } = problems.unavailable(app);
    super(status, body, headers);
  }
}

/**
 * Everybody who writes objects holds the gate of their service open while they do; whoever wants all services to stand
 * still for a moment shuts the gates of all of them. It goes out with BEGIN (`first`). What one service does as a part of
 * another's write does not pass the gate again: the write that it is a part of has.
 */
export const writeGate = ({ engine, scope }: UnitOfWork): Sql[] =>
  scope.served
    ? []
    : [
        sql.fragment`SELECT pg_try_advisory_xact_lock_shared(hashtext('standstill'), hashtext(${sql.literalValue(engine.app)})) AS open`,
      ];

/**
 * Throws `WritesPaused` where the gate was shut rather than wait for it, so that nobody holds a connection that those need
 * who are waited for.
 */
export async function enterWriteGate({ engine, scope }: UnitOfWork, first: Promise<Row[][]>): Promise<void> {
  if (!scope.served && !(await first)[0]?.[0]?.open) throw new WritesPaused(engine.app);
}

/** Milliseconds in which writers that are under way must have finished, or else they are let go on. */
const patience = 1_000;

/** Shuts the gate of a service until the transaction ends; throws when writers are under way for too long. */
export async function pauseWrites(tx: Queryable, app: string): Promise<void> {
  await tx.run(sql.unsafe`SELECT set_config('lock_timeout', ${String(patience)}, true)`);
  await tx.run(sql.unsafe`SELECT pg_advisory_xact_lock(hashtext('standstill'), hashtext(${app}))`);
}
