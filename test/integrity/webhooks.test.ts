import { setTimeout as sleep } from 'node:timers/promises';
import { Client as PostgresClient } from 'pg';
import type { TestDatabase } from '../../libs/testkit/src/database';
import { type Broker, missingBroker, startBroker } from '../harness/broker';
import { eventually } from '../harness/eventually';
import { rounds } from '../harness/long';
import { createMigratedDatabase } from '../harness/migratedDatabase';
import { inParallel } from '../harness/parallel';
import { signal } from '../harness/processes';
import { killPart, missingBuild, type Program, startProgram, untilHealthy } from '../harness/program';
import { describeUnless } from '../program/describeUnless';
import { type Receiver, startReceiver } from '../webhooks/receiver';

/** Objects, and how often each is changed after it was made: 10,000 changes in full. */
const objects = rounds(1_000, 30);
const updates = rounds(9, 5);
const listed = rounds(50, 10);
/** Requests that come to nothing; in full they are about 1,000 objects. */
const ghosts = rounds(334, 10);

describeUnless(missingBuild ?? missingBroker, 'webhooks with a receiver that fails half the time', () => {
  let broker: Broker;
  let database: TestDatabase;
  let program: Program;
  /** A second process that delivers. */
  let other: Program;
  let receiver: Receiver;
  let sql: PostgresClient;
  const wrote = { begun: 0, finished: 0 };

  beforeAll(async () => {
    broker = await startBroker();
    database = await createMigratedDatabase();
    receiver = await startReceiver(({ text }) => {
      if (Math.random() >= 0.5) return 200;
      // Every tenth failure is an answer that is lost: what was told is known, and told again.
      if (Math.random() >= 0.1 || text === '') return 503;
      return (res) => res.destroy();
    });
    const env = {
      DATABASE_URL: database.url,
      NATS_URL: broker.url,
      PLUMBLINE_OUTGOING_ALLOW: '127.0.0.0/8',
      PLUMBLINE_WEBHOOK_TIMEOUT: '1',
      PLUMBLINE_WEBHOOK_FIRST_WAIT: '20',
      PLUMBLINE_WEBHOOK_LONGEST_WAIT: '500',
      PLUMBLINE_WEBHOOK_CONNECTIONS: '16',
    };
    program = await startProgram({ arguments: ['split'], env });
    other = await startProgram({ arguments: ['--target=extras'], env });
    sql = new PostgresClient({ connectionString: database.url });
    await sql.connect();
  });
  afterAll(async () => {
    await sql?.end();
    await other?.stop();
    await program?.stop();
    await receiver?.stop();
    await broker?.stop();
    await database?.drop();
  });

  /** Asks again until it has worked: what was answered is written, what was not may be. */
  const insist = async (method: string, path: string, body: unknown) =>
    eventually(`${method} ${path}`, 60_000, async () => {
      const answer = await program.client.call(method, path, body);
      if (answer.status >= 500 || answer.status === 0) return false;
      return answer;
    });

  const comeToNothing = async (number: number) => {
    const ghost = (name: string) => ({ name: `ghost ${number} ${name}` });
    const bad = await insist('POST', 'tenancy/tenants/', [ghost('a'), ghost('b'), { name: '' }]);
    const rehearsed = await insist('POST', 'tenancy/tenants/?dry_run=true', ghost('c'));
    expect([bad.status, rehearsed.status]).toEqual([400, 201]);
  };

  const write = async () => {
    const batch = wrote.begun++;
    const names = Array.from({ length: listed }, (_, index) => ({ name: `told ${batch} ${index}`, description: '0' }));
    const made = await insist('POST', 'tenancy/tenants/', names);
    // A list that was made without an answer is there when it is asked for again.
    const ids: string[] =
      made.status === 201
        ? made.body.map(({ id }: { id: string }) => id)
        : (
            await insist('GET', `tenancy/tenants/?limit=${listed}&name__isw=told ${batch} `, undefined)
          ).body.results.map(({ id }: { id: string }) => id);
    expect(ids).toHaveLength(listed);
    for (let update = 1; update <= updates; update++) {
      const changes = ids.map((id) => ({ id, description: String(update) }));
      expect((await insist('PATCH', 'tenancy/tenants/', changes)).status).toBe(200);
    }
    wrote.finished++;
  };

  /** Where all is told before something else has happened, as on a machine that takes its time to start it again, more is written. */
  const moreReceived = (count: number) => {
    const wanted = receiver.received.length + count;
    return eventually('more is told', 120_000, async () => {
      if (receiver.received.length >= wanted) return true;
      if (wrote.begun === wrote.finished) await write();
      return false;
    });
  };

  it(
    'tell every committed change at least once, nothing else, and each object in order, whoever is killed meanwhile',
    async () => {
      const hook = await program.client.must(201, 'POST', 'extras/webhooks/', {
        name: 'told',
        content_types: ['tenancy.tenant'],
        payload_url: `${receiver.url}/told`,
        type_create: true,
        type_update: true,
        type_delete: true,
      });
      const writing = inParallel(Array.from({ length: objects / listed }), 4, write);
      const haunting = inParallel(
        Array.from({ length: ghosts }, (_, index) => index),
        2,
        comeToNothing,
      );
      for (let round = 0; round < rounds(3, 1); round++) {
        await moreReceived(50);
        const before = program.partPid('extras');
        killPart(program, 'extras');
        await eventually('extras runs again', 60_000, async () => program.partPid('extras') !== before);
        await untilHealthy(program.url);
        await broker.kill();
        await sleep(rounds(5_000, 1_000));
        await broker.start();
        await untilHealthy(program.url);
      }
      // Nobody starts this one again: the other takes up what it was at.
      await moreReceived(50);
      signal(other.pid, 'SIGKILL');
      await Promise.all([writing, haunting]);
      expect(wrote.finished).toBe(wrote.begun);

      const changes = wrote.finished * listed * (updates + 1);
      await eventually('everything is delivered', rounds(600_000, 90_000), async () => {
        const { rows } = await sql.query(
          `SELECT count(*)::int AS all, count(*) FILTER (WHERE status = 'pending')::int AS pending FROM extras.webhookdelivery`,
        );
        return rows[0].all >= changes && rows[0].pending === 0;
      });
      const failed = await program.client.must(200, 'GET', `extras/webhooks/${hook.body.id}/deliveries/?status=failed`);
      expect(failed.body.count).toBe(0);

      const { rows: logged } = await sql.query(`
        SELECT request_id || ' ' || changed_object_id AS key, changed_object_id AS id FROM extras.objectchange
        WHERE changed_object_type = 'tenancy.tenant' ORDER BY time`);
      expect(logged.length).toBeGreaterThanOrEqual(changes);
      const accepted = receiver.received
        .filter(({ status }) => status === 200)
        .map(({ body }) => ({ key: `${body.request_id} ${body.data.id}`, id: body.data.id as string }));
      const wanted = new Set(logged.map(({ key }) => key as string));
      const told = new Set(accepted.map(({ key }) => key));
      expect([...wanted].filter((key) => !told.has(key))).toEqual([]);
      expect(receiver.received.map(({ body }) => body.data.name).filter((name) => !name.startsWith('told '))).toEqual(
        [],
      );
      expect([...told].filter((key) => !wanted.has(key))).toEqual([]);

      const place = new Map(logged.map(({ key }, index) => [key as string, index]));
      const reached = new Map<string, number>();
      const outOfOrder = accepted.filter(({ key, id }) => {
        const at = place.get(key)!;
        const isEarlier = at < (reached.get(id) ?? -1);
        reached.set(id, at);
        return isEarlier;
      });
      expect(outOfOrder).toEqual([]);
    },
    rounds(1_200_000, 240_000),
  );

  it('are measured', async () => {
    const text = await (await fetch(`${program.url}/metrics/`)).text();
    expect(text).toMatch(/^plumbline_webhook_deliveries_pending\{service="extras"\} 0$/m);
    expect(text).toMatch(/^plumbline_webhook_oldest_pending_seconds\{service="extras"\} 0$/m);
    expect(text).toMatch(/^plumbline_webhook_deliveries_failed\{service="extras"\} 0$/m);
  });
});
