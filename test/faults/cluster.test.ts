import type { TestDatabase } from '../../libs/testkit/src/database';
import { missingBroker } from '../harness/broker';
import { type BrokerCluster, startBrokerCluster } from '../harness/brokerCluster';
import { type Load, startLoad } from '../harness/load';
import { createMigratedDatabase } from '../harness/migratedDatabase';
import { missingBuild, type Program, startProgram, untilHealthy } from '../harness/program';
import { brokenPromises, changeLogFlaws } from '../harness/verify';
import { prepareWorld } from '../harness/world';
import { describeUnless } from '../program/describeUnless';

describeUnless(missingBuild ?? missingBroker, 'one NATS server of a cluster dies under load, and another', () => {
  let cluster: BrokerCluster;
  let database: TestDatabase;
  let program: Program;
  let load: Load;

  beforeAll(async () => {
    cluster = await startBrokerCluster();
    database = await createMigratedDatabase();
    const env = { DATABASE_URL: database.url, NATS_URL: cluster.urls, PLUMBLINE_WORKERS: '0' };
    program = await startProgram({ arguments: ['split'], env });
    load = startLoad(() => program.client, await prepareWorld(program.client));
    await load.grows();
    for (const index of [0, 1]) {
      await cluster.kill(index);
      await untilHealthy(program.url);
      await load.grows();
      await cluster.start(index);
    }
    await load.stop();
  });
  afterAll(async () => {
    await program?.stop();
    await cluster?.stop();
    await database?.drop();
  });

  it('goes on over the others', async () => {
    expect(await cluster.connectionsOf(2)).toBeGreaterThan(0);
    expect(load.surprises).toEqual([]);
  });

  it('loses no answered write, and records every change exactly once', async () => {
    expect(load.ledger.size).toBeGreaterThan(50);
    expect(await brokenPromises(program.client, load.ledger)).toEqual([]);
    expect(await changeLogFlaws(database.url, program.client, load.ledger)).toEqual([]);
  });
});
