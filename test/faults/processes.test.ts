import { missingBroker } from '../harness/broker';
import { eventually } from '../harness/eventually';
import { startForm, type Whole } from '../harness/forms';
import { type Load, startLoad } from '../harness/load';
import { isLong, machineLoad, rounds, within } from '../harness/long';
import { killPart, missingBuild, untilHealthy } from '../harness/program';
import { prepareWorld, type World } from '../harness/world';
import { describeUnless } from '../program/describeUnless';
import { itKeepsItsPromises, itPassesTheAudit } from './promises';

const parts = isLong
  ? ['nats-server', 'gateway', 'ipam', 'tenancy', 'extras', 'users', 'dcim', 'circuits', 'virtualization']
  : ['ipam', 'nats-server', 'gateway', 'extras'];
const kills = Array.from({ length: rounds(20, 1) }, () => parts).flat();
/** Milliseconds after a death within which everything must work again, on a machine that has time for it. */
const backWithin = within(5_000);

describeUnless(missingBuild ?? missingBroker, 'the split form while its processes are killed', () => {
  let program: Whole;
  let world: World;
  let load: Load;
  const faults: { name: string; at: number; back: number; load: number }[] = [];

  beforeAll(
    async () => {
      program = await startForm('split', { env: { PLUMBLINE_WORKERS: '1' }, keepsBroker: true });
      world = await prepareWorld(program.client);
      load = startLoad(() => program.client, world);
      await load.grows();
      for (const name of kills) {
        const before = program.partPid(name);
        const at = Date.now();
        killPart(program, name);
        await eventually(`${name} runs again`, 60_000, async () => program.partPid(name) !== before);
        await untilHealthy(program.url);
        faults.push({ name, at, back: Date.now() - at, load: machineLoad() });
        await load.grows();
      }
      await load.stop();
    },
    300_000 + kills.length * 40_000,
  );
  afterAll(() => program?.stop());

  itKeepsItsPromises(() => ({ load, faults, backWithin, client: program.client, databaseUrl: program.database.url }));
  itPassesTheAudit(() => program);
});
