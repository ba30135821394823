import type { Pool, PoolClient } from 'pg';
import type { RunStatement } from '../connect/runStatement';
import { isConnectionLoss, isStalePlan } from '../databaseErrors';
import type { Statement } from '../statements/statement';
import { gather } from './gather';
import type { Done } from './repeatedQuery';

/** One connection for many short reads at a time. */
export interface SharedConnection {
  run(statement: Statement, done: Done): void;
  close(): void;
}

/** Milliseconds a connection is kept at most: what PostgreSQL caches for a session does not pile up for ever. */
const longestLife = 3_600_000;

/** The connection in use and what goes with it. */
interface Line {
  client: PoolClient;
  since: number;
  underWay: number;
}

/**
 * Takes one connection of the pool for statements that take next to no time, such as reading by a key: they do not wait
 * for one another, and those of all requests that came in the same turn of the event loop go out in one write. The
 * system calls are most of what such a statement costs. One that is lost with the connection fails with the loss.
 */
export function shareConnection(pool: Pool, runStatement: RunStatement): SharedConnection {
  let line: Line | undefined;
  let waiting: ((error: Error | undefined) => void)[] | undefined;

  const connect = (then: (error: Error | undefined) => void): void => {
    waiting?.push(then);
    if (waiting) return;
    waiting = [then];
    pool.connect((error, client) => {
      if (client) line = lineOf(client);
      const waited = waiting!;
      waiting = undefined;
      for (const proceed of waited) proceed(client ? undefined : error);
    });
  };

  const drop = (used: Line, broken: boolean): void => {
    if (line !== used) return;
    line = undefined;
    used.client.release(broken);
  };

  const send = (used: Line, statement: Statement, done: Done): void => {
    gather(used.client);
    used.underWay += 1;
    runStatement(used.client, statement, (error, result) => {
      used.underWay -= 1;
      const broken = error ? isConnectionLoss(error) || isStalePlan(error) : false;
      if (broken || (used.underWay === 0 && Date.now() - used.since > longestLife)) drop(used, true);
      done(error, result);
    });
  };

  return {
    run: (statement, done) => {
      if (line) send(line, statement, done);
      else
        connect((error) =>
          line ? send(line, statement, done) : done(error ?? new Error('no connection'), undefined!),
        );
    },
    close: () => {
      if (line) drop(line, false);
    },
  };
}

const lineOf = (client: PoolClient): Line => ({ client, since: Date.now(), underWay: 0 });
