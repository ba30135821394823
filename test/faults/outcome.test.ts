import { randomUUID } from 'node:crypto';
import { Client as PostgresClient } from 'pg';
import { missingBroker } from '../harness/broker';
import type { Answer, Client } from '../harness/client';
import { eventually } from '../harness/eventually';
import { isLong } from '../harness/long';
import { createMigratedDatabase } from '../harness/migratedDatabase';
import { startParts } from '../harness/parts';
import { type Form, missingBuild, startProgram, untilHealthy } from '../harness/program';
import { startTcpProxy, type TcpProxy } from '../harness/tcpProxy';
import { throughPort } from '../harness/throughPort';
import { prepareWorld, type World } from '../harness/world';
import { describeUnless } from '../program/describeUnless';

const forms: Form[] = isLong ? ['one', 'split'] : ['one'];
/** Milliseconds in which a request is answered that has ten seconds, on a machine that does other things too. */
const atTheDeadline = 25_000;

/** Each write that is caught keeps its connection. */
const manyConnections = { PLUMBLINE_DATABASE_POOL_SIZE: '50' };

/** A program whose connections to PostgreSQL (in the split form: those of ipam) go through a proxy. */
interface Spoilt {
  url: string;
  client: Client;
  databaseUrl: string;
  line: TcpProxy;
  stop(): Promise<void>;
}

async function startOne(): Promise<Spoilt> {
  const database = await createMigratedDatabase();
  const line = await startTcpProxy({ port: Number(new URL(database.url).port) });
  const program = await startProgram({
    arguments: ['start'],
    env: { DATABASE_URL: throughPort(database.url, line.port), ...manyConnections },
  });
  const stop = async () => {
    await program.stop();
    await line.close();
    await database.drop();
  };
  return { url: program.url, client: program.client, databaseUrl: database.url, line, stop };
}

async function startSplit(): Promise<Spoilt> {
  const { gateway, database, links, stop } = await startParts({ behindProxies: 'ipam', env: manyConnections });
  return { url: gateway.url, client: gateway.client, databaseUrl: database.url, line: links.database, stop };
}

/** A write of one kind: how to send it, what tells its transaction from others, and whether it has happened. */
interface Kind {
  name: string;
  method: string;
  path: string;
  body: unknown;
  wanted: number;
  /** Sent to PostgreSQL by the transaction that decides, and by no other. */
  marker: readonly string[];
  /** How often it has happened. */
  happened(): Promise<number>;
  /** Whether its client names a key. */
  key: string | undefined;
}

describe.each(forms)('what became of a write that was not answered, in the form %s', (form) => {
  describeUnless(missingBuild ?? (form === 'split' ? missingBroker : undefined), 'over HTTP', () => {
    let program: Spoilt;
    let world: World;
    let status: string;
    let database: PostgresClient;

    beforeAll(async () => {
      program = await (form === 'one' ? startOne() : startSplit());
      world = await prepareWorld(program.client);
      status = world.statuses.get('Active')!;
      database = new PostgresClient({ connectionString: program.databaseUrl });
      await database.connect();
    });
    afterAll(async () => {
      await database?.end();
      await program?.stop();
    });

    const make = async (path: string, body: object) => (await program.client.must(201, 'POST', path, body)).body;

    /** One write of each kind, each in a namespace of its own so that none waits for another. */
    async function writesOfEachKind(): Promise<Kind[]> {
      const spaces = new Map<string, { namespace: string; root: string }>();
      const place = async (name: string) => {
        const namespace = (await make('ipam/namespaces/', { name: `${name} ${randomUUID()}` })).id;
        const root = await make('ipam/prefixes/', { namespace, prefix: '10.0.0.0/24', type: 'pool', status });
        spaces.set(name, { namespace, root: root.id });
        return spaces.get(name)!;
      };
      const recorded = (action: string, text: string) => async () => {
        const found = `SELECT count(DISTINCT record->>'request_id')::int AS n
          FROM ipam.outbox WHERE record->>'action' = $1 AND record::text LIKE $2`;
        return (await database.query(found, [action, `%${text}%`])).rows[0].n as number;
      };
      const kind = (given: Omit<Kind, 'key' | 'happened' | 'marker'> & { action: string; marker: string }): Kind => ({
        ...given,
        marker: [given.marker],
        key: Math.random() < 0.5 ? randomUUID() : undefined,
        happened: recorded(given.action, given.marker),
      });
      const mark = () => `mark-${randomUUID()}`;
      const of = (namespace: string, prefix: string, description: string) => ({
        namespace,
        prefix,
        status,
        description,
      });
      const prefixes = 'ipam/prefixes/';
      const [one, list, patch, put, patches, gone, allGone, ips, blocks] = await Promise.all(
        ['one', 'list', 'patch', 'put', 'patches', 'gone', 'all gone', 'ips', 'blocks'].map(place),
      );
      const marks = Array.from({ length: 9 }, mark) as string[];
      const sent = (id: string) => `"object_id":"${id}"`;
      const kinds = [
        {
          name: 'POST',
          method: 'POST',
          path: prefixes,
          body: of(one!.namespace, '10.0.0.0/25', marks[0]!),
          wanted: 201,
          marker: marks[0]!,
          action: 'create',
        },
        {
          name: 'POST of a list',
          method: 'POST',
          path: prefixes,
          body: ['10.0.0.0/25', '10.0.0.128/25'].map((prefix) => of(list!.namespace, prefix, marks[1]!)),
          wanted: 201,
          marker: marks[1]!,
          action: 'create',
        },
        {
          name: 'PATCH',
          method: 'PATCH',
          path: `${prefixes}${patch!.root}/`,
          body: { description: marks[2]! },
          wanted: 200,
          marker: marks[2]!,
          action: 'update',
        },
        {
          name: 'PUT',
          method: 'PUT',
          path: `${prefixes}${put!.root}/`,
          body: of(put!.namespace, '10.0.0.0/24', marks[3]!),
          wanted: 200,
          marker: marks[3]!,
          action: 'update',
        },
        {
          name: 'PATCH of a list',
          method: 'PATCH',
          path: prefixes,
          body: [{ id: patches!.root, description: marks[4]! }],
          wanted: 200,
          marker: marks[4]!,
          action: 'update',
        },
        {
          name: 'available-ips',
          method: 'POST',
          path: `${prefixes}${ips!.root}/available-ips/`,
          body: [1, 2].map(() => ({ status, description: marks[5]! })),
          wanted: 201,
          marker: marks[5]!,
          action: 'create',
        },
        {
          name: 'available-prefixes',
          method: 'POST',
          path: `${prefixes}${blocks!.root}/available-prefixes/`,
          body: { prefix_length: 28, status, description: marks[6]! },
          wanted: 201,
          marker: marks[6]!,
          action: 'create',
        },
      ].map(kind);
      const deletions = [
        {
          name: 'DELETE',
          path: `${prefixes}${gone!.root}/`,
          body: undefined,
          id: gone!.root,
        },
        {
          name: 'DELETE of a list',
          path: prefixes,
          body: [{ id: allGone!.root }],
          id: allGone!.root,
        },
      ].map(({ id, ...rest }) => ({
        ...rest,
        method: 'DELETE',
        wanted: 204,
        marker: ['"action":"delete"', sent(id)],
        key: Math.random() < 0.5 ? randomUUID() : undefined,
        happened: recorded('delete', sent(id)),
      }));
      return [...kinds, ...deletions];
    }

    const send = ({ method, path, body, key }: Kind): Promise<Answer> =>
      program.client.call(method, path, body, key === undefined ? {} : { headers: { 'idempotency-key': key } });
    const keyOf = ({ body }: Answer): Record<string, string> => ({ 'idempotency-key': body.idempotency_key });
    const timesOf = async (kinds: Kind[]) => {
      const times: Record<string, number> = {};
      for (const { name, happened } of kinds) times[name] = await happened();
      return times;
    };
    const each = <T>(kinds: Kind[], value: T) => Object.fromEntries(kinds.map(({ name }) => [name, value]));
    const said = (kinds: Kind[], answers: Answer[]) =>
      Object.fromEntries(
        kinds.map(({ name }, index) => [name, `${answers[index]!.status} ${answers[index]!.body?.outcome}`]),
      );
    const isWell = () => untilHealthy(program.url);

    it('is nothing when its time was up before it committed', async () => {
      const kinds = await writesOfEachKind();
      const inTheWay = new PostgresClient({ connectionString: program.databaseUrl });
      await inTheWay.connect();
      await inTheWay.query('BEGIN; LOCK TABLE ipam.outbox IN SHARE MODE');
      const answers = await Promise.all(kinds.map(send));
      expect(said(kinds, answers)).toEqual(each(kinds, '503 none'));
      for (const { headers, milliseconds, body } of answers) {
        expect(headers['retry-after']).toBe('2');
        expect(milliseconds).toBeLessThan(atTheDeadline);
        expect(body).toEqual({ detail: expect.stringContaining('did not finish this in time'), outcome: 'none' });
      }
      // Also while what they waited for is held; who numbers what was written before waits for that as well.
      await eventually('no write is at work', 60_000, async () => {
        const left = `SELECT FROM pg_stat_activity WHERE datname = current_database()
            AND application_name LIKE 'plumbline ipam%' AND xact_start < now() - interval '1 second'
            AND query !~ 'hashtext\\(''outbox''\\)|UPDATE outbox SET position|DELETE FROM outbox'`;
        return (await database.query(left)).rows.length === 0;
      });
      await inTheWay.end();
      expect(await timesOf(kinds)).toEqual(each(kinds, 0));
      const again = await Promise.all(kinds.map(send));
      expect(again.map(({ status }) => status)).toEqual(kinds.map(({ wanted }) => wanted));
      expect(await timesOf(kinds)).toEqual(each(kinds, 1));
    });

    it('is unknown when the connection was lost with the commit, and found out by the key that is named', async () => {
      const [done, undone] = [await writesOfEachKind(), await writesOfEachKind()];
      const kinds = [...done, ...undone];
      const caught = kinds.map((one, index) =>
        program.line.catchCommit(one.marker, index < done.length ? 'hand on' : 'swallow'),
      );
      const answered = Promise.all(kinds.map(send));
      await eventually('all are caught', 60_000, async () => {
        const free = kinds.filter((_, index) => !caught[index]!.isCaught);
        if (free.length > 0) throw new Error(`not caught: ${free.map(({ name }) => name).join(', ')}`);
        return true;
      });
      await eventually('what was handed on is in', 60_000, async () =>
        Object.values(await timesOf(done)).every((n) => n === 1),
      );
      program.line.set('cut');
      const answers = await answered;
      expect(await timesOf(undone)).toEqual(each(undone, 0));
      program.line.set('good');
      for (const trap of caught) trap.break();
      expect(said(done, answers)).toEqual(each(done, '503 unknown'));
      expect(said(undone, answers.slice(done.length))).toEqual(each(undone, '503 unknown'));
      for (const [index, { key }] of kinds.entries())
        expect(answers[index]!.body).toEqual({
          detail: expect.stringContaining('not available'),
          outcome: 'unknown',
          idempotency_key: key ?? expect.any(String),
        });
      await isWell();
      const repeat = () =>
        Promise.all(
          kinds.map(({ method, path, body }, index) =>
            eventually(`${method} ${path} is answered`, 60_000, async () => {
              const answer = await program.client.call(method, path, body, { headers: keyOf(answers[index]!) });
              return answer.status !== 503 && answer;
            }),
          ),
        );
      const repeated = await repeat();
      expect(repeated.map(({ status }) => status)).toEqual(kinds.map(({ wanted }) => wanted));
      const again = await repeat();
      expect(again.map(({ text }) => text)).toEqual(repeated.map(({ text }) => text));
      expect(await timesOf(done)).toEqual(each(done, 1));
      expect(await timesOf(undone)).toEqual(each(undone, 1));
    });

    it('is found out by the service itself while there is time', async () => {
      for (const what of ['hand on', 'swallow'] as const) {
        const kinds = await writesOfEachKind();
        for (const one of kinds) {
          const trap = program.line.catchCommit(one.marker, what);
          const answered = send(one);
          await eventually('it is caught', 60_000, async () => trap.isCaught);
          trap.break();
          expect([one.name, (await answered).status]).toEqual([one.name, one.wanted]);
        }
        expect(await timesOf(kinds)).toEqual(each(kinds, 1));
      }
    });
  });
});
