import { randomUUID } from 'node:crypto';
import { type Sql, sql } from '@plumbline/store';
import { onTestServer } from '@plumbline/testkit';
import { lockingPrefixesExclusive, lockingPrefixesShared } from '../src/sql/namespaceLocks';

/** How many locks a transaction holds after a statement. */
const held = (locking: Sql): Promise<number> =>
  onTestServer(async (connection) => {
    await connection.script('begin');
    await connection.run(sql.unsafe`${locking}`);
    const found = await connection.first<{ n: number }>(
      sql.unsafe`SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()`,
    );
    return found!.n;
  });

test.each([
  ['for itself', lockingPrefixesExclusive],
  ['with others', lockingPrefixesShared],
])('a transaction that keeps thousands of namespaces %s leaves room for the locks of others', async (_how, locking) => {
  const namespaces = Array.from({ length: 10_000 }, () => randomUUID());
  // With the lock that version 0.2.0 takes.
  expect(await held(locking(namespaces.slice(0, 1)))).toBe(2);
  expect(await held(locking(namespaces))).toBe(512);
});
