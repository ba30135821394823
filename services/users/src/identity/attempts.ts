import { setTimeout as pause } from 'node:timers/promises';
import { keyedDigest, perEngine, type UnitOfWork } from '@plumbline/engine';
import { Problem, problems } from '@plumbline/http';
import { sql } from '@plumbline/store';

/** How attempts that fail are slowed down. */
export interface Pace {
  /** What is tried; part of what attempts are counted under. */
  kind: 'password' | 'token' | 'answer' | 'factor';
  /** Failures that cost nothing. */
  free: number;
  /** Seconds between attempts after those; doubles with each further failure. */
  spacing: number;
  /** Longest spacing in seconds. */
  longest: number;
  /** Seconds an attempt waits for its turn at most; one that would have to wait longer is refused. */
  patience: number;
  /** Seconds after which one failure is forgiven. */
  forgiveness: number;
}

/** For one account from one address. */
export const passwordPace: Pace = {
  kind: 'password',
  free: 5,
  spacing: 0.5,
  longest: 60,
  patience: 4,
  forgiveness: 300,
};

/** For tokens nobody has, from one address. */
export const tokenPace: Pace = { kind: 'token', free: 20, spacing: 0.05, longest: 1, patience: 2, forgiveness: 2 };

/** For answers of providers that are not good, from one address. */
export const answerPace: Pace = { ...tokenPace, kind: 'answer' };

/** For the second factor of one account, wherever from: whoever guesses it knows the password already. */
export const factorPace: Pace = { ...passwordPace, kind: 'factor' };

/** An attempt that may be made. */
export interface Attempt {
  /** Whether the same account was signed in to from the same address not long ago. */
  isKnown: boolean;
  /** Notes that it was no failure. */
  succeeded(): Promise<void>;
}

interface AttemptRow {
  wait: number;
  known: boolean;
}

/** Minutes between sweeps of what has been forgiven; days that an account is known at an address. */
const sweepEvery = 5 * 60_000;
const knownFor = 30;
const sweeps = perEngine(() => ({ last: 0 }));

/**
 * Counts an attempt as a failure before it is made, so that many at once are no way around it, and waits for its turn.
 * What is counted is in the database, so it counts for all gateways and processes together. Throws a 429 when the turn
 * is too far away; such an attempt does not count.
 */
export async function beginAttempt(work: UnitOfWork, pace: Pace, ...tried: string[]): Promise<Attempt> {
  const { secretKey } = work.engine.settings;
  const key = keyedDigest(JSON.stringify([pace.kind, ...tried]), secretKey, 'sign-in attempt');
  const next = nextTurn(pace);
  const row = await work.sql.first<AttemptRow>(sql.unsafe`
    INSERT INTO sign_in_attempt AS a (key_digest, failures, started) VALUES (${key}, 1, now())
    ON CONFLICT (key_digest) DO UPDATE SET started = ${next}, failures = 1 + greatest(0,
      a.failures - greatest(0, extract(epoch FROM now() - a.started)::double precision) / ${pace.forgiveness}::double precision)
    WHERE ${next} <= now() + make_interval(secs => ${pace.patience}::double precision)
    RETURNING extract(epoch FROM started - now())::double precision AS wait,
      coalesce(succeeded > now() - make_interval(days => ${knownFor}), false) AS known`);
  if (!row) throw problems.throttled(await secondsToTurn(work, key, next));
  await sweep(work);
  if (row.wait > 0) await pause(row.wait * 1_000, undefined, { ref: false });
  return {
    isKnown: row.known,
    succeeded: () =>
      work.sql
        .run(sql.unsafe`
          UPDATE sign_in_attempt SET failures = 0, started = least(started, now()), succeeded = now()
          WHERE key_digest = ${key}`)
        .then(() => undefined),
  };
}

/** A name as attempts are counted under it: a directory takes it for the same however it is spelt. */
export const countedName = (username: string): string =>
  username.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

/** Makes whoever failed wait, when nothing but the outcome tells whether it was a failure. */
export async function slowDown(work: UnitOfWork, pace: Pace, address: string, error: unknown): Promise<never> {
  if (error instanceof Problem && error.status === 403) await beginAttempt(work, pace, address);
  throw error;
}

/** When the next attempt may be made, as SQL over the row `a`. */
const nextTurn = ({ free, spacing, longest }: Pace) => sql.fragment`greatest(now(), a.started + make_interval(secs =>
  CASE WHEN a.failures < ${free}::int THEN 0 ELSE least(${longest}::double precision,
    ${spacing}::double precision * power(2, least(30, floor(a.failures) - ${free}::int))) END))`;

async function secondsToTurn(work: UnitOfWork, key: string, next: ReturnType<typeof nextTurn>): Promise<number> {
  const row = await work.sql.first<{ wait: number }>(sql.unsafe`
    SELECT extract(epoch FROM ${next} - now())::double precision AS wait FROM sign_in_attempt a WHERE key_digest = ${key}`);
  return Math.max(1, Math.ceil(row?.wait ?? 1));
}

/** Forgets what has long been forgiven. */
async function sweep({ engine, sql: database }: UnitOfWork): Promise<void> {
  const swept = sweeps(engine);
  if (Date.now() - swept.last < sweepEvery) return;
  swept.last = Date.now();
  await database.run(sql.unsafe`
    DELETE FROM sign_in_attempt WHERE started < now() - interval '1 day'
      AND coalesce(succeeded < now() - make_interval(days => ${knownFor}), true)`);
}
