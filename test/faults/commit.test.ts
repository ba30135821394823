import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client as PostgresClient } from 'pg';
import { missingBroker } from '../harness/broker';
import { eventually } from '../harness/eventually';
import { rounds } from '../harness/long';
import { type Parts, startParts } from '../harness/parts';
import { missingBuild, untilHealthy } from '../harness/program';
import { prepareWorld, type World } from '../harness/world';
import { describeUnless } from '../program/describeUnless';

const wholeBulk = 1_000;

describeUnless(missingBuild ?? missingBroker, 'a service killed around the commit of a write', () => {
  let parts: Parts;
  let world: World;
  let status: string;
  let database: PostgresClient;
  let port: number;

  beforeAll(async () => {
    parts = await startParts({ behindProxies: 'ipam' });
    world = await prepareWorld(parts.gateway.client);
    status = world.statuses.get('Active')!;
    port = Number(new URL(parts.services.get('ipam')!.url).port);
    database = new PostgresClient({ connectionString: parts.database.url });
    await database.connect();
  });
  afterAll(async () => {
    await database?.end();
    await parts?.stop();
  });

  const rows = async (text: string, ...values: unknown[]) => (await database.query(text, values)).rows;

  async function dieAndComeBack(): Promise<void> {
    await parts.services.get('ipam')!.end('SIGKILL');
    parts.services.set('ipam', await parts.startService('ipam', port));
    await untilHealthy(parts.gateway.url);
  }

  it.each(['POST', 'POST of a list', 'available-ips', 'DELETE'])(
    'repeats what was committed and not answered, without doing it again: %s',
    async (what) => {
      const { client } = parts.gateway;
      for (let round = 0; round < rounds(5, 1); round++) {
        const text = `10.${round}.0.0/24`;
        const place = { namespace: world.namespace, status };
        const space = await client.must(201, 'POST', 'ipam/namespaces/', { name: `${what} ${round}` });
        const root = await client.must(201, 'POST', 'ipam/prefixes/', {
          ...place,
          namespace: space.body.id,
          prefix: text,
          type: 'pool',
        });
        const inside = ['/25', '/26', '/27'].map((length) => ({
          ...place,
          namespace: space.body.id,
          prefix: text.replace('/24', length),
        }));
        const requests: Record<string, [method: string, path: string, body: unknown, changes: number, wanted: number]> =
          {
            POST: ['POST', 'ipam/prefixes/', inside[0], 1, 201],
            'POST of a list': ['POST', 'ipam/prefixes/', inside, 3, 201],
            'available-ips': ['POST', `ipam/prefixes/${root.body.id}/available-ips/`, [{ status }, { status }], 2, 201],
            DELETE: ['DELETE', `ipam/prefixes/${root.body.id}/`, undefined, 1, 204],
          };
        const [method, path, body, changes, wanted] = requests[what]!;
        const options = { headers: { 'idempotency-key': randomUUID() }, patience: 60_000 };
        const before = Number((await rows('SELECT count(*) AS n FROM ipam.outbox'))[0].n);
        const recorded = async () => Number((await rows('SELECT count(*) AS n FROM ipam.outbox'))[0].n) - before;

        parts.links.http.set('mute');
        const unanswered = client.call(method, path, body, options);
        await eventually('it is committed', 60_000, async () => (await recorded()) === changes);
        await parts.services.get('ipam')!.end('SIGKILL');
        parts.links.http.breakAll();
        parts.links.http.set('good');
        const { status: answer, body: said } = await unanswered;
        expect([answer, said.outcome, said.idempotency_key]).toEqual([
          503,
          'unknown',
          options.headers['idempotency-key'],
        ]);
        parts.services.set('ipam', await parts.startService('ipam', port));
        await untilHealthy(parts.gateway.url);

        const repeated = await client.call(method, path, body, options);
        expect([repeated.status, repeated.text.slice(0, 200)]).toEqual([wanted, expect.anything()]);
        const again = await client.call(method, path, body, options);
        expect([again.status, again.text]).toEqual([repeated.status, repeated.text]);
        expect(await recorded()).toBe(changes);
        const ids = [repeated.body ?? []].flat().map(({ id }) => id);
        const stored = await rows(
          'SELECT id FROM ipam.prefix WHERE id = ANY($1) UNION SELECT id FROM ipam.ipaddress WHERE id = ANY($1)',
          ids,
        );
        expect(stored).toHaveLength(method === 'DELETE' ? 0 : changes);
      }
    },
    rounds(5, 1) * 300_000,
  );

  /** A list of a thousand, whose objects can be told from all others. */
  const aThousand = (second: number) =>
    Array.from({ length: wholeBulk }, (_, index) => ({
      id: randomUUID() as string,
      prefix: `${second}.${index >> 8}.${index & 255}.0/24`,
      namespace: world.namespace,
      status,
      description: '',
    }));
  const recordsOf = async (ids: string[], action: string): Promise<number> => {
    const found = `SELECT count(*) AS n, count(DISTINCT record->>'object_id') AS objects FROM ipam.outbox
      WHERE record->>'object_id' = ANY($1) AND record->>'action' = $2`;
    const [{ n, objects }] = await rows(found, ids, action);
    expect(n).toBe(objects);
    return Number(n);
  };

  it.each([
    ['its objects are being written', 'row_tally', 'INSERT INTO "prefix"%'],
    ['its objects are written and its change records are not', 'outbox', '%INSERT INTO outbox%'],
  ])(
    'changes nothing when it is killed half-way through a list of a thousand: %s',
    async (_when, table, statement) => {
      const { client } = parts.gateway;
      for (let round = 0; round < rounds(5, 1); round++) {
        const bodies = aThousand(20 + round);
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
        const bodies = aThousand(40 + round);
        const ids = bodies.map(({ id }) => id);
        const steps: [method: string, wanted: number, action: string, body: unknown, isDone: string][] = [
          ['POST', 201, 'create', bodies, 'true'],
          ['PATCH', 200, 'update', ids.map((id) => ({ id, description: 'x' })), "description = 'x'"],
          ['DELETE', 204, 'delete', ids.map((id) => ({ id })), 'true'],
        ];
        for (const [method, wanted, action, body, isDone] of steps) {
          const options = { headers: { 'idempotency-key': randomUUID() }, patience: 90_000 };
          const sent = client.call(method, 'ipam/prefixes/', body, options);
          await sleep(Math.random() * 1_500);
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
});
