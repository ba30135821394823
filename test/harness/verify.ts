import { setTimeout as delay } from 'node:timers/promises';
import { Client as PostgresClient } from 'pg';
import type { Client } from './client';
import { fits, type Ledger } from './ledger';
import type { Observation } from './load';
import { inParallel } from './parallel';

/**
 * Objects that are not what the answers said; nothing when every answered write is there and no other left half of
 * itself.
 */
export async function brokenPromises(client: Client, ledger: Ledger): Promise<string[]> {
  const looked = await inParallel(ledger.all(), 8, async ([id, { path, possible }]) => {
    const answer = await client.call('GET', `${path}${id}/`);
    if (fits(answer, possible)) return undefined;
    return `${path}${id}/ is ${answer.status} ${answer.text.slice(0, 300)}, and may be ${JSON.stringify(possible)}`;
  });
  return [...looked.filter((problem) => problem !== undefined), ...(await halves(client, ledger))];
}

/** Writes of several objects that were never answered: all of them are there or none. */
async function halves(client: Client, ledger: Ledger): Promise<string[]> {
  const several = ledger.writes.filter(({ objects, action }) => objects.length > 1 && action === 'create');
  const places = new Map(ledger.all().map(([id, { path }]) => [id, path]));
  const problems: string[] = [];
  for (const { what, objects, answered } of several) {
    if (answered) continue;
    const found = await inParallel(
      objects,
      8,
      async (id) => (await client.call('GET', `${places.get(id)}${id}/`)).status,
    );
    if (new Set(found).size > 1) problems.push(`half of ${what} was done: ${found.join(' ')}`);
  }
  return problems;
}

/** Writes whose change records are not exactly one for each object; `url` is the database of extras. */
export async function changeLogFlaws(url: string, client: Client, ledger: Ledger): Promise<string[]> {
  // Reading it makes extras take in what is there.
  await client.must(200, 'GET', 'extras/object-changes/?limit=1');
  const database = new PostgresClient({ connectionString: url });
  await database.connect();
  try {
    // Those that were away until a moment ago are passed over by readers: their records come a little later.
    for (const end = Date.now() + 60_000; ; await delay(300)) {
      const flaws = await flawsNow(database, ledger);
      if (flaws.length === 0 || Date.now() > end) return flaws;
    }
  } finally {
    await database.end();
  }
}

async function flawsNow(database: PostgresClient, ledger: Ledger): Promise<string[]> {
  const { rows } = await database.query(
    'SELECT request_id, changed_object_id AS id, action, count(*)::int AS n FROM extras.objectchange GROUP BY 1, 2, 3',
  );
  const counted = new Map(rows.map(({ request_id, id, action, n }) => [`${request_id} ${id} ${action}`, Number(n)]));
  const flaws = rows
    .filter(({ n }) => n > 1)
    .map(({ request_id, id, n }) => `${n} records of ${id} by request ${request_id}`);
  for (const write of ledger.writes)
    for (const id of write.objects) {
      const n = write.requestIds.reduce(
        (sum, request) => sum + (counted.get(`${request} ${id} ${write.action}`) ?? 0),
        0,
      );
      if (n > 1 || (n === 0 && write.answered)) flaws.push(`${n} records of ${write.what} about ${id}`);
    }
  const recorded = new Set(rows.map(({ request_id }) => request_id));
  for (const { what, requestIds } of ledger.refused)
    if (requestIds.some((id) => recorded.has(id)))
      flaws.push(`${what} had an effect although it was answered that it had none`);
  return flaws;
}

const namesWhatIsMissing =
  /^\{"detail":"(The \w+ service (is not available|did not finish this in time)|There was no time left to ask the \w+ service)/;

/** 503s that do not say what is missing or when to come back, and other answers of 5xx. */
export function poorRefusals(observations: readonly Observation[]): string[] {
  return observations
    .filter(({ status }) => status >= 500)
    .filter(({ status, retryAfter, detail }) => status !== 503 || !retryAfter || !namesWhatIsMissing.test(detail))
    .map(({ method, path, status, detail }) => `${method} ${path}: ${status} ${detail}`);
}

/** The slowest answer, in milliseconds. */
export const slowest = (observations: readonly Pick<Observation, 'milliseconds'>[]): number =>
  observations.reduce((most, { milliseconds }) => Math.max(most, milliseconds), 0);

/** A time in which requests may fail: from `at` on, until `until` (`at`, when absent). */
export interface Fault {
  at: number;
  until?: number;
}

/**
 * Requests that failed although nothing happened while they were under way, nor within `milliseconds` before they were
 * sent.
 */
export function unexcused(
  observations: readonly Observation[],
  faults: readonly Fault[],
  milliseconds: number,
): Observation[] {
  const isExcused = (one: Observation) =>
    faults.some(({ at, until = at }) => at <= one.at && one.sent - until <= milliseconds);
  return observations.filter((one) => (one.status === 0 || one.status >= 500) && !isExcused(one));
}
