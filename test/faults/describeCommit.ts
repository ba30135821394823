import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client as PostgresClient } from 'pg';
import { eventually } from '../harness/eventually';
import { rounds } from '../harness/long';
import type { Parts } from '../harness/parts';
import { untilHealthy } from '../harness/program';
import { prepareWorld, type World } from '../harness/world';

/** Objects of a list that takes long enough to be killed half-way. */
const wholeBulk = rounds(1_000, 300);

/** What becomes of writes of ipam when it is killed around their commit; its connection to the gateway goes through a proxy. */
export function describeCommit(running: () => Parts): void {
  let parts: Parts;
  let world: World;
  let status: string;
  let database: PostgresClient;
  let port: number;

  beforeAll(async () => {
    parts = running();
    world = await prepareWorld(parts.gateway.client);
    status = world.statuses.get('Active')!;
    port = Number(new URL(parts.services.get('ipam')!.url).port);
    database = new PostgresClient({ connectionString: parts.database.url });
    await database.connect();
  });
  afterAll(() => database?.end());

  const rows = async (text: string, ...values: unknown[]) => (await database.query(text, values)).rows;

  async function dieAndComeBack(): Promise<void> {
    await parts.services.get('ipam')!.end('SIGKILL');
    parts.services.set('ipam', await parts.startService('ipam', port));
    await untilHealthy(parts.gateway.url);
  }

  const recordsOf = async (ids: string[], action: string): Promise<number> => {
    const found = `SELECT count(*) AS n, count(DISTINCT record->>'object_id') AS objects FROM ipam.outbox
      WHERE record->>'object_id' = ANY($1) AND record->>'action' = $2`;
    const [{ n, objects }] = await rows(found, ids, action);
    expect(n).toBe(objects);
    return Number(n);
  };

  it(
    'repeats what was committed and not answered, without doing it again',
    async () => {
      const { client } = parts.gateway;
      const recorded = async () => Number((await rows('SELECT count(*) AS n FROM ipam.outbox'))[0].n);
      for (let round = 0; round < rounds(5, 1); round++) {
        const place = async (what: string) => {
          const space = await client.must(201, 'POST', 'ipam/namespaces/', { name: `${what} ${round}` });
          const of = (prefix: string) => ({ namespace: space.body.id, status, prefix });
          const root = { ...of('10.0.0.0/24'), type: 'pool' };
          return { of, root: (await client.must(201, 'POST', 'ipam/prefixes/', root)).body.id as string };
        };
        const [one, list, ips, gone] = await Promise.all(['one', 'list', 'ips', 'gone'].map(place));
        const several = ['10.0.0.0/25', '10.0.0.0/26', '10.0.0.0/27'].map(list!.of);
        const writes: [method: string, path: string, body: unknown, changes: number, wanted: number][] = [
          ['POST', 'ipam/prefixes/', one!.of('10.0.0.0/25'), 1, 201],
          ['POST', 'ipam/prefixes/', several, 3, 201],
          ['POST', `ipam/prefixes/${ips!.root}/available-ips/`, [{ status }, { status }], 2, 201],
          ['DELETE', `ipam/prefixes/${gone!.root}/`, undefined, 1, 204],
        ];
        const keys = writes.map(() => randomUUID() as string);
        const send = () =>
          Promise.all(
            writes.map(([method, path, body], index) =>
              client.call(method, path, body, { headers: { 'idempotency-key': keys[index]! }, patience: 60_000 }),
            ),
          );
        const before = await recorded();
        const changed = before + writes.reduce((sum, [, , , changes]) => sum + changes, 0);

        parts.links.http.set('mute');
        const unanswered = send();
        await eventually('all are committed', 60_000, async () => (await recorded()) === changed);
        await parts.services.get('ipam')!.end('SIGKILL');
        parts.links.http.breakAll();
        parts.links.http.set('good');
        expect(
          (await unanswered).map(({ status: answer, body }) => [answer, body.outcome, body.idempotency_key]),
        ).toEqual(keys.map((key) => [503, 'unknown', key]));
        parts.services.set('ipam', await parts.startService('ipam', port));
        await untilHealthy(parts.gateway.url);

        const repeated = await send();
        expect(repeated.map(({ status: answer }) => answer)).toEqual(writes.map(([, , , , wanted]) => wanted));
        const again = await send();
        expect(again.map(({ status: answer, text }) => [answer, text])).toEqual(
          repeated.map(({ status: answer, text }) => [answer, text]),
        );
        expect(await recorded()).toBe(changed);
        for (const [index, [method, , , changes]] of writes.entries()) {
          const deleted = method === 'DELETE';
          const ids = deleted ? [gone!.root] : [repeated[index]!.body].flat().map(({ id }) => id);
          expect(await recordsOf(ids, deleted ? 'delete' : 'create')).toBe(changes);
          const stored = await rows(
            'SELECT id FROM ipam.prefix WHERE id = ANY($1) UNION SELECT id FROM ipam.ipaddress WHERE id = ANY($1)',
            ids,
          );
          expect(stored).toHaveLength(deleted ? 0 : changes);
        }
      }
    },
    rounds(5, 1) * 300_000,
  );

  /** A long list, whose objects can be told from all others. */
  const aLongList = (second: number) =>
    Array.from({ length: wholeBulk }, (_, index) => ({
      id: randomUUID() as string,
      prefix: `${second}.${index >> 8}.${index & 255}.0/24`,
      namespace: world.namespace,
      status,
      description: '',
    }));

  it.each([
    ['its objects are being written', 'row_tally', 'INSERT INTO "prefix"%'],
    ['its objects are written and its change records are not', 'outbox', '%INSERT INTO outbox%'],
  ])(
    'changes nothing when it is killed half-way through a long list: %s',
    async (_when, table, statement) => {
      const { client } = parts.gateway;
      for (let round = 0; round < rounds(5, 1); round++) {
        const bodies = aLongList(20 + round);
        const ids = bodies.map(({ id }) => id);
        const inTheWay = new PostgresClient({ connectionString: parts.database.url });
        await inTheWay.connect();
        await inTheWay.query(`BEGIN; LOCK TABLE ipam.${table} IN SHARE MODE`);
        const unanswered = client.call('POST', 'ipam/prefixes/', bodies, { patience: 90_000 });
        await eventually('it is half-way', 60_000, async () => {
          const waiting = `SELECT FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock' AND ltrim(query, E' \\n') LIKE $1`;
          return (await rows(waiting, statement)).length > 0;
        }).finally(async () => {
          await parts.services.get('ipam')!.end('SIGKILL');
          await inTheWay.end();
        });
        parts.services.set('ipam', await parts.startService('ipam', port));
        await untilHealthy(parts.gateway.url);
        expect((await unanswered).status).toBe(503);
        expect(await rows('SELECT FROM ipam.prefix WHERE id = ANY($1)', ids)).toEqual([]);
        expect(await recordsOf(ids, 'create')).toBe(0);
      }
    },
    rounds(5, 1) * 300_000,
  );

  it(
    'does all of a list or nothing whenever it is killed, and each of it once when it is repeated',
    async () => {
      const { client } = parts.gateway;
      for (let round = 0; round < rounds(10, 1); round++) {
        const bodies = aLongList(40 + round);
        const ids = bodies.map(({ id }) => id);
        const steps: [method: string, wanted: number, action: string, body: unknown, isDone: string][] = [
          ['POST', 201, 'create', bodies, 'true'],
          ['PATCH', 200, 'update', ids.map((id) => ({ id, description: 'x' })), "description = 'x'"],
          ['DELETE', 204, 'delete', ids.map((id) => ({ id })), 'true'],
        ];
        for (const [method, wanted, action, body, isDone] of steps) {
          const options = { headers: { 'idempotency-key': randomUUID() }, patience: 90_000 };
          const sent = client.call(method, 'ipam/prefixes/', body, options);
          await sleep(Math.random() * rounds(1_500, 700));
          await dieAndComeBack();
          const { status: answer } = await sent;
          expect([wanted, 0, 503]).toContain(answer);
          const records = await recordsOf(ids, action);
          expect([0, wholeBulk]).toContain(records);
          const done = (await rows(`SELECT FROM ipam.prefix WHERE id = ANY($1) AND ${isDone}`, ids)).length;
          expect(method === 'DELETE' ? wholeBulk - done : done).toBe(records);
          if (answer === wanted) expect(records).toBe(wholeBulk);
          const repeated = await client.call(method, 'ipam/prefixes/', body, options);
          expect([repeated.status, repeated.body?.length]).toEqual([
            wanted,
            method === 'DELETE' ? undefined : wholeBulk,
          ]);
          expect(await recordsOf(ids, action)).toBe(wholeBulk);
        }
        // Readers pass over a service that was away until a moment ago.
        await eventually('the change log has everything', 60_000, async () => {
          const taken = 'SELECT count(*) AS n FROM extras.objectchange WHERE changed_object_id = ANY($1::uuid[])';
          return Number((await rows(taken, ids))[0].n) >= 3 * wholeBulk;
        });
        const logged = `SELECT action, count(*)::int AS n, count(DISTINCT changed_object_id)::int AS objects
          FROM extras.objectchange WHERE changed_object_id = ANY($1::uuid[]) GROUP BY action ORDER BY action`;
        expect(await rows(logged, ids)).toEqual(
          ['create', 'delete', 'update'].map((action) => ({ action, n: wholeBulk, objects: wholeBulk })),
        );
      }
    },
    rounds(10, 1) * 240_000,
  );
}
