import { Client as PostgresClient } from 'pg';
import { type Kept, readStream } from '../../libs/bus/test/streamReader';
import type { TestDatabase } from '../../libs/testkit/src/database';
import { type Broker, missingBroker, startBroker } from '../harness/broker';
import { eventually } from '../harness/eventually';
import { breathe, isLong, rounds } from '../harness/long';
import { createMigratedDatabase } from '../harness/migratedDatabase';
import { inParallel } from '../harness/parallel';
import { killPart, missingBuild, type Program, startProgram, untilHealthy } from '../harness/program';
import { prepareWorld, type World } from '../harness/world';
import { describeUnless } from '../program/describeUnless';

describe.each([
  { stream: true, hours: 24, name: 'with JetStream' },
  { stream: false, hours: 0, name: 'without JetStream, removed as soon as everybody has them' },
])('change records, $name', ({ stream, hours }) => {
  describeUnless(missingBuild ?? missingBroker, 'in the split form', () => {
    let broker: Broker;
    let database: TestDatabase;
    let program: Program;
    let world: World;
    let sql: PostgresClient;

    beforeAll(async () => {
      broker = await startBroker({ stream });
      database = await createMigratedDatabase();
      program = await startProgram({
        arguments: ['split'],
        env: { DATABASE_URL: database.url, NATS_URL: broker.url, PLUMBLINE_OUTBOX_HOURS: String(hours) },
      });
      world = await prepareWorld(program.client);
      sql = new PostgresClient({ connectionString: database.url });
      await sql.connect();
    });
    afterAll(async () => {
      await sql?.end();
      await program?.stop();
      await broker?.stop();
      await database?.drop();
    });

    /**
     * Who is killed: both in full. In the short form the writer where the stream wants each record once, and the reader where they are
     * removed as soon as it has them.
     */
    const victims = isLong
      ? Array.from({ length: 10 }, () => ['extras', 'tenancy'] as const).flat()
      : ([stream ? 'tenancy' : 'extras'] as const);

    let turn = 0;
    const write = () => program.client.call('POST', 'tenancy/tenants/', { name: `change ${world.run} ${turn++}` });
    const logged = async (requestId: string) =>
      (await program.client.must(200, 'GET', `extras/object-changes/?request_id=${requestId}`)).body.count;
    /** Ids of everything recorded by a service, and of everything of it in the log. */
    const both = async (app: string) => {
      const recorded = await sql.query(`SELECT id, position FROM ${app}.outbox ORDER BY position`);
      const log = await sql.query('SELECT id FROM extras.objectchange WHERE id = ANY($1)', [
        recorded.rows.map(({ id }) => id),
      ]);
      return { recorded: recorded.rows as { id: string; position: string }[], log: log.rows.length };
    };

    it('can be read by whoever made them, at once', async () => {
      const counts = await inParallel(Array.from({ length: rounds(1_000, 16) }), 16, async () => {
        const answer = await write();
        return [answer.status, await logged(answer.requestId)];
      });
      expect(new Set(counts.map(String))).toEqual(new Set(['201,1']));
    });

    it(
      'are complete and without gaps whoever was killed in between',
      async () => {
        let stopping = false;
        const written: { status: number; requestId: string }[] = [];
        const answered = () => written.filter(({ status }) => status === 201);
        const writer = (async () => {
          while (!stopping) {
            written.push(...(await Promise.all([write(), write(), write()])));
            await breathe();
          }
        })();
        const moreWritten = () => {
          const before = answered().length;
          return eventually('more is written', 60_000, async () => answered().length > before + 10);
        };
        for (const victim of victims) {
          await moreWritten();
          const before = program.partPid(victim);
          killPart(program, victim);
          await eventually(`${victim} runs again`, 60_000, async () => program.partPid(victim) !== before);
          await untilHealthy(program.url);
        }
        await broker.wipe();
        await moreWritten();
        stopping = true;
        await writer;
        await untilHealthy(program.url);
        // Readers pass over a service that was away until a moment ago.
        await eventually('the change log has everything', 60_000, async () => {
          const { recorded, log } = await both('tenancy');
          return log >= recorded.length;
        });
        const { recorded, log } = await both('tenancy');
        expect(log).toBe(recorded.length);
        const first = Number(recorded[0]?.position ?? 1);
        expect(recorded.map(({ position }) => Number(position))).toEqual(recorded.map((_, index) => index + first));
        if (stream) expect(first).toBe(1);
        else await eventually('nothing is left', 60_000, async () => (await both('tenancy')).recorded.length === 0);
        expect(answered().length).toBeGreaterThan(20);
        const { rows } = await sql.query(
          'SELECT request_id, count(*)::int AS n FROM extras.objectchange WHERE request_id = ANY($1) GROUP BY 1',
          [written.map(({ requestId }) => requestId)],
        );
        expect(new Set(rows.map(({ n }) => n))).toEqual(new Set([1]));
        const found = new Set(rows.map(({ request_id }) => request_id));
        expect(answered().filter(({ requestId }) => !found.has(requestId))).toEqual([]);
      },
      victims.length * 60_000 + 300_000,
    );

    const inStream = async (app: string): Promise<Kept[]> =>
      ((await readStream(broker.administratorUrl)) ?? []).filter(
        ({ subject }) => subject === `plumbline.change.${app}`,
      );

    if (!stream) {
      it('need no stream', async () => {
        expect(await readStream(broker.administratorUrl)).toBeUndefined();
      });
      return;
    }

    it('are carried by JetStream, each once and in order, also after it was wiped', async () => {
      // One that could not take what it was given is not asked again for half a minute.
      await eventually('the stream has everything', 120_000, async () => {
        const { recorded } = await both('tenancy');
        const kept = await inStream('tenancy');
        return kept.length >= recorded.length;
      });
      const { recorded } = await both('tenancy');
      const kept = await inStream('tenancy');
      expect(kept.map(({ id, position }) => `${position} ${id}`)).toEqual(
        recorded.map(({ id, position }) => `${position} ${id}`),
      );
      expect(kept.at(-1)?.payload).toMatchObject({ label: 'tenancy.tenant', action: 'create', app: 'tenancy' });
    });
  });
});
