import { setTimeout as sleep } from 'node:timers/promises';
import type { TestDatabase } from '../../libs/testkit/src/database';
import { type Broker, missingBroker, startBroker } from '../harness/broker';
import { type Load, startLoad } from '../harness/load';
import { isLong, rounds, within } from '../harness/long';
import { createMigratedDatabase } from '../harness/migratedDatabase';
import { signal } from '../harness/processes';
import { missingBuild, type Program, startProgram, untilHealthy } from '../harness/program';
import { prepareWorld } from '../harness/world';
import { describeUnless } from '../program/describeUnless';
import { itKeepsItsPromises, itPassesTheAudit } from './promises';

const away = isLong ? 30_000 : 4_000;

interface Treatment {
  name: string;
  treat(broker: Broker): Promise<void>;
}

const treatments: Treatment[] = [
  {
    name: 'killed, and started again after a while',
    treat: async (broker) => {
      await broker.kill();
      await sleep(away);
      await broker.start();
    },
  },
  { name: 'wiped', treat: (broker) => broker.wipe() },
  {
    name: 'frozen for a while',
    treat: async (broker) => {
      signal(broker.pid()!, 'SIGSTOP');
      await sleep(away);
      signal(broker.pid()!, 'SIGCONT');
    },
  },
];
/** Milliseconds after the broker is there again within which everything must work. */
const backWithin = within(5_000);

describeUnless(missingBuild ?? missingBroker, 'NATS goes away under load', () => {
  let broker: Broker;
  let database: TestDatabase;
  let program: Program;
  let load: Load;
  const faults: { name: string; at: number; until: number; back: number }[] = [];

  beforeAll(async () => {
    broker = await startBroker();
    database = await createMigratedDatabase();
    program = await startProgram({
      arguments: ['split'],
      env: { DATABASE_URL: database.url, NATS_URL: `nats://127.0.0.1:${broker.port}` },
    });
    const world = await prepareWorld(program.client);
    load = startLoad(() => program.client, world);
    await load.grows();
    for (const { name, treat } of Array.from({ length: rounds(3, 1) }, () => treatments).flat()) {
      const at = Date.now();
      await treat(broker);
      const until = Date.now();
      await untilHealthy(program.url);
      faults.push({ name, at, until, back: Date.now() - until });
      await load.grows();
    }
    await load.stop();
  }, 600_000);
  afterAll(async () => {
    await program?.stop();
    await broker?.stop();
    await database?.drop();
  });

  itKeepsItsPromises(() => ({ load, faults, backWithin, client: program.client, databaseUrl: database.url }));
  itPassesTheAudit(() => program);
});
