import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '@plumbline/log';
import pTimeout from 'p-timeout';
import type { Database } from '../database';
import { sql } from '../sql';
import { readPosition, type Sample, writtenUpTo } from './walPosition';

export interface WatchOptions {
  primary: Database;
  /** Connections to the standby that nobody else uses: others may be busy for long. */
  replica: Database;
  log: Log;
  /** Called when it is found not to answer. */
  onLost(): void;
}

export interface Watch {
  age(): number;
  lag(): number;
  stop(): Promise<void>;
}

/** Milliseconds between looks, and within which both servers have to answer. */
const interval = 500;
const patience = 2_000;
/** A standby that has seen none of the last so many samples is too far behind to be of use. */
const samplesAtMost = 10_000;

/** What is asked of a standby: whose it is, and how far it has come; null when it is a standby no more. */
const reached = sql.unsafe`
  SELECT system.system_identifier::text AS system, checkpoint.timeline_id AS timeline,
    CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()::text END AS position
  FROM pg_control_system() AS system, pg_control_checkpoint() AS checkpoint`;

/**
 * Finds out how old what a standby shows may be. Whatever had been committed when the primary was asked how far it had
 * written is on a standby that has replayed that far: its age is counted from before that question.
 */
export function watchReplica({ primary, replica, log, onLost }: WatchOptions): Watch {
  const since = performance.now();
  let samples: Sample[] = [];
  let current: number | undefined;
  let last = since;
  let isUp: boolean | undefined;
  let stopped = false;

  const look = async (): Promise<void> => {
    samples.push(await writtenUpTo(primary));
    if (samples.length > samplesAtMost) samples.shift();
    const found = await replica.first<{ system: string; timeline: number; position: string | null }>(reached);
    const position = found?.position ? readPosition(found.position) : undefined;
    const isOurs = samples.some(({ system, timeline }) => system === found?.system && timeline === found.timeline);
    if (position === undefined || !isOurs) throw new Error('It is no standby of this primary.');
    const passed = samples.findLastIndex((sample) => sample.position <= position);
    if (passed >= 0) {
      current = samples[passed]!.at;
      last = current;
      samples = samples.slice(passed + 1);
    }
  };

  const round = async (): Promise<void> => {
    try {
      await inTime(look());
      if (isUp === false) log.info({ schema: primary.schema }, 'A read replica is followed again.');
      isUp = true;
    } catch (error) {
      if (stopped) return;
      if (isUp !== false) log.warn({ schema: primary.schema, error: String(error) }, 'A read replica is left alone.');
      isUp = false;
      current = undefined;
      onLost();
    }
  };

  const run = async (): Promise<void> => {
    while (!stopped) {
      await round();
      await delay(interval, undefined, { signal: pause.signal }).catch(() => undefined);
    }
  };
  const pause = new AbortController();
  const running = run();
  return {
    age: () => (current === undefined ? Number.POSITIVE_INFINITY : performance.now() - current),
    lag: () => performance.now() - last,
    stop: async () => {
      stopped = true;
      pause.abort();
      onLost();
      await running;
    },
  };
}

const inTime = (work: Promise<void>): Promise<void> => pTimeout(work, patience, `No answer within ${patience} ms.`);
