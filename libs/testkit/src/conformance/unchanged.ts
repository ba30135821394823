import type { Engine } from '@plumbline/engine';
import { sql } from '@plumbline/store';
import type { Subject } from './subject';

/** Runs what must not change anything: no row of any service, no change record, no mark left behind. */
export async function expectNothingChanged<T>(subject: Subject, act: () => Promise<T>): Promise<T> {
  const before = await stateOf(subject);
  const result = await act();
  expect(await stateOf(subject)).toEqual(before);
  return result;
}

/** What is stored now, in short: a line for each table, by service. */
async function stateOf(subject: Subject): Promise<Record<string, Record<string, string>>> {
  const services = [...subject.plumbline().services];
  const states = await Promise.all(services.map(async ([app, service]) => [app, await versions(service)] as const));
  return Object.fromEntries(states);
}

/** Follows from the other tables in its own time. */
const derived = new Set(['extras.objectchange']);

/** The number of rows of each table, and a sum of where each is and which transaction wrote it. */
async function versions({ engine }: { engine: Pick<Engine, 'models' | 'database'> }): Promise<Record<string, string>> {
  const tables = [...engine.models.values()].filter(({ label }) => !derived.has(label)).map(({ name }) => name);
  const rows = [...tables, 'deleting_mark', 'pending_deletion'].map(
    (table) =>
      sql.fragment`SELECT ${table} AS name, concat(count(*), ' ', sum(hashtextextended(concat(ctid, xmin), 0))) AS state
        FROM ${sql.identifier([table])}`,
  );
  const records = sql.fragment`SELECT 'outbox' AS name, count(*)::text AS state FROM outbox`;
  const found = await engine.database.rows<{ name: string; state: string }>(
    sql.unsafe`${sql.join([...rows, records], sql.fragment` UNION ALL `)}`,
  );
  return Object.fromEntries(found.map(({ name, state }) => [name, state]));
}
