import { keyedDigest, perEngine, seal, type UnitOfWork, unseal } from '@plumbline/engine';
import { sql } from '@plumbline/store';

/** Milliseconds between sweeps of what counts no more. */
const sweepEvery = 60_000;
const sweeps = perEngine(() => ({ last: 0 }));

/** What is stored is no use to whoever reads it. */
const digestOf = ({ engine }: UnitOfWork, kind: string, key: string): string =>
  keyedDigest(JSON.stringify(['once', kind, key]), engine.settings.secretKey, 'sign-in attempt');

/** Uses something that may be used once, through whichever gateway and process: false when it was used before. */
export async function useOnce(work: UnitOfWork, kind: string, key: string, seconds: number): Promise<boolean> {
  await sweep(work);
  const used = await work.sql.first(sql.unsafe`
    INSERT INTO sign_in_once (key_digest, expires)
    VALUES (${digestOf(work, kind, key)}, now() + make_interval(secs => ${seconds}::double precision))
    ON CONFLICT (key_digest) DO NOTHING RETURNING key_digest`);
  return used !== undefined;
}

/** Keeps something that is fetched once. */
export async function keepOnce(
  work: UnitOfWork,
  kind: string,
  key: string,
  text: string,
  seconds: number,
): Promise<void> {
  await work.sql.run(sql.unsafe`
    INSERT INTO sign_in_once (key_digest, sealed, expires)
    VALUES (${digestOf(work, kind, key)}, ${seal(text, work.engine.settings.secretKey)},
      now() + make_interval(secs => ${seconds}::double precision))`);
}

/** Fetches what was kept; undefined when it was fetched before, or is over. */
export async function takeOnce(work: UnitOfWork, kind: string, key: string): Promise<string | undefined> {
  const kept = await work.sql.first<{ sealed: string | null; over: boolean }>(sql.unsafe`
    DELETE FROM sign_in_once WHERE key_digest = ${digestOf(work, kind, key)} RETURNING sealed, expires < now() AS over`);
  return kept?.sealed == null || kept.over ? undefined : unseal(kept.sealed, work.engine.settings.secretKey);
}

async function sweep({ engine, sql: database }: UnitOfWork): Promise<void> {
  const swept = sweeps(engine);
  if (Date.now() - swept.last < sweepEvery) return;
  swept.last = Date.now();
  await database.run(sql.unsafe`DELETE FROM sign_in_once WHERE expires < now()`);
}
