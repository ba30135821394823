import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Broker, missingBroker, startBroker } from '../harness/broker';
import { type Embedded, embeddedIn } from '../harness/embedded';
import { eventually } from '../harness/eventually';
import { type Load, startLoad } from '../harness/load';
import { isLong, machineLoad, rounds, within } from '../harness/long';
import { signal } from '../harness/processes';
import { type Form, missingBuild, type Program, startProgram, untilHealthy } from '../harness/program';
import { prepareWorld } from '../harness/world';
import { describeUnless } from '../program/describeUnless';
import { itKeepsItsPromises, itLetsGoOfConnections, itPassesTheAudit } from './promises';

/** Killed without a word, told to drop everything, told to shut down. */
const ways: NodeJS.Signals[] = ['SIGKILL', 'SIGQUIT', 'SIGINT'];
const ends = Array.from({ length: rounds(21, 2) }, (_, round) => ways[round % ways.length]!);
/** Milliseconds after the end of PostgreSQL within which everything must work again. */
const backWithin = within(5_000);
const forms: Form[] = isLong ? ['one', 'split'] : ['split'];

describe.each(forms)('PostgreSQL ends under load, in the form %s', (form) => {
  describeUnless(missingBuild ?? missingBroker, 'PostgreSQL ends', () => {
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-database-'));
    let broker: Broker;
    let program: Program;
    let postgres: Embedded;
    let load: Load;
    const faults: { how: string; at: number; back: number; load: number }[] = [];

    beforeAll(
      async () => {
        broker = await startBroker();
        program = await startProgram({
          arguments: form === 'split' ? ['split'] : [],
          dataFolder: folder,
          env: form === 'split' ? { NATS_URL: `nats://127.0.0.1:${broker.port}` } : {},
        });
        postgres = embeddedIn(folder);
        const world = await prepareWorld(program.client);
        load = startLoad(() => program.client, world);
        await load.grows();
        for (const how of ends) {
          const before = postgres.pid();
          const at = Date.now();
          signal(before, how);
          await eventually('another PostgreSQL runs', 60_000, async () => postgres.pid() !== before);
          await untilHealthy(program.url);
          faults.push({ how, at, back: Date.now() - at, load: machineLoad() });
          await load.grows();
        }
        await load.stop();
      },
      300_000 + ends.length * 60_000,
    );
    afterAll(async () => {
      await program?.stop();
      await broker?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    itKeepsItsPromises(() => ({ load, faults, backWithin, client: program.client, databaseUrl: postgres.url }));
    itLetsGoOfConnections(() => postgres.url);
    itPassesTheAudit(() => program);
  });
});
