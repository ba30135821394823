import type { PoolClient } from 'pg';
import type { Caller } from '../database';

/** Notes that a statement is under way on a connection; what it answers is called at its end, and tells whether it is being cancelled. */
export type WatchStatement = (client: PoolClient) => () => Promise<void> | undefined;

interface UnderWay {
  client: PoolClient;
  began: number;
  deadline: number;
  cancelling?: Promise<void>;
}

/** Milliseconds between looks, and how long a statement has been under way at least that is given up. */
const lookEvery = 500;
const longRunning = 1_000;

/**
 * Gives up statements that nobody waits for any more: they would keep a connection, and PostgreSQL at work, until its own limit. One
 * timer looks for all of them, as most have ended long before.
 */
export function createOverdue(cancel: (client: PoolClient) => Promise<void>): {
  of(caller: Caller): WatchStatement | undefined;
} {
  const underWay = new Set<UnderWay>();
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    timer = undefined;
    const now = Date.now();
    for (const one of underWay)
      if (now > one.deadline && now - one.began > longRunning) one.cancelling ??= cancel(one.client);
    begin();
  }

  function begin(): void {
    if (timer === undefined && underWay.size > 0) timer = setTimeout(look, lookEvery).unref();
  }

  return {
    of({ deadline }) {
      // Whoever has begun later goes on for reasons of its own.
      if (!Number.isFinite(deadline) || Date.now() >= deadline) return undefined;
      return (client) => {
        const one: UnderWay = { client, began: Date.now(), deadline };
        underWay.add(one);
        begin();
        return () => {
          underWay.delete(one);
          return one.cancelling;
        };
      };
    },
  };
}
