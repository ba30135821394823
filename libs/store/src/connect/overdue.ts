import type { PoolClient } from 'pg';
import type { Caller } from '../database';

/** A statement on its way, and until when somebody waits for it. */
export interface UnderWay {
  client: PoolClient;
  began: number;
  deadline: number;
  cancelling?: Promise<void>;
}

export interface Overdue {
  /** Until when a statement is waited for; undefined where it is not given up: whoever begins behind the deadline goes on for reasons of its own. */
  deadlineOf(caller: Caller | undefined): number | undefined;
  begin(client: PoolClient, deadline: number): UnderWay;
  /** Notes that it has ended; answers what cancels it, where that has begun. */
  end(statement: UnderWay): Promise<void> | undefined;
}

/** Milliseconds between looks, and how long a statement has been under way at least that is given up. */
const lookEvery = 500;
const longRunning = 1_000;

/**
 * Gives up statements that nobody waits for any more: they would keep a connection, and PostgreSQL at work, until its own limit. One
 * timer looks for all of them, as most have ended long before.
 */
export function createOverdue(cancel: (client: PoolClient) => Promise<void>): Overdue {
  const underWay = new Set<UnderWay>();
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    timer = undefined;
    const now = Date.now();
    for (const one of underWay)
      if (now > one.deadline && now - one.began > longRunning) one.cancelling ??= cancel(one.client);
    lookSoon();
  }

  function lookSoon(): void {
    if (timer === undefined && underWay.size > 0) timer = setTimeout(look, lookEvery).unref();
  }

  return {
    deadlineOf: (caller) =>
      caller && Number.isFinite(caller.deadline) && Date.now() < caller.deadline ? caller.deadline : undefined,
    begin(client, deadline) {
      const statement = { client, began: Date.now(), deadline };
      underWay.add(statement);
      lookSoon();
      return statement;
    },
    end(statement) {
      underWay.delete(statement);
      return statement.cancelling;
    },
  };
}
