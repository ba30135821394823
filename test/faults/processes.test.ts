import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missingBroker } from '../harness/broker';
import { type Embedded, embeddedIn } from '../harness/embedded';
import { eventually } from '../harness/eventually';
import { type Load, startLoad } from '../harness/load';
import { isLong, machineLoad, rounds, within } from '../harness/long';
import { signal } from '../harness/processes';
import { type Form, killPart, missingBuild, type Program, startProgram, untilHealthy } from '../harness/program';
import { prepareWorld } from '../harness/world';
import { describeUnless } from '../program/describeUnless';
import { describeStop } from './describeStop';
import { itKeepsItsPromises, itLetsGoOfConnections, itPassesTheAudit } from './promises';

const parts = isLong
  ? ['nats-server', 'gateway', 'ipam', 'tenancy', 'extras', 'users', 'dcim', 'circuits', 'virtualization']
  : ['ipam', 'nats-server', 'gateway', 'extras'];
/** How PostgreSQL ends: killed without a word, told to drop everything, told to shut down. */
const ways: NodeJS.Signals[] = ['SIGKILL', 'SIGQUIT', 'SIGINT'];

/** Ends of parts, and of PostgreSQL by a signal. */
const endsOfParts = Array.from({ length: rounds(20, 1) }, () => parts).flat();
const endsOfPostgres = Array.from({ length: rounds(21, 2) }, (_, round) => ways[round % ways.length]!);
/** Milliseconds after an end within which everything must work again, on a machine that has time for it. */
const backWithin = within(5_000);

const forms: Form[] = isLong ? ['split', 'one'] : ['split'];

describe.each(forms)('what Plumbline has started ends under load, in the form %s', (form) => {
  const ends = (form === 'split' ? endsOfParts.length : 0) + endsOfPostgres.length;
  describeUnless(missingBuild ?? (form === 'split' ? missingBroker : undefined), 'processes end', () => {
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-processes-'));
    let program: Program;
    let postgres: Embedded;
    let load: Load;
    const faults: { what: string; at: number; back: number; load: number }[] = [];

    const start = () =>
      startProgram({
        arguments: form === 'split' ? ['split'] : ['start'],
        dataFolder: folder,
        env: { PLUMBLINE_WORKERS: '1' },
      });

    async function end(what: string, pid: () => number | undefined, kill: () => void): Promise<void> {
      const before = pid();
      const at = Date.now();
      kill();
      await eventually(`${what} runs again`, 60_000, async () => pid() !== before);
      await untilHealthy(program.url);
      faults.push({ what, at, back: Date.now() - at, load: machineLoad() });
      await load.grows();
    }

    beforeAll(
      async () => {
        program = await start();
        postgres = embeddedIn(folder);
        load = startLoad(() => program.client, await prepareWorld(program.client));
        await load.grows();
        if (form === 'split')
          for (const name of endsOfParts)
            await end(
              name,
              () => program.partPid(name),
              () => killPart(program, name),
            );
        for (const how of endsOfPostgres)
          await end(`PostgreSQL by ${how}`, postgres.pid, () => signal(postgres.pid(), how));
        await load.stop();
      },
      300_000 + ends * 60_000,
    );
    afterAll(async () => {
      await program?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    itKeepsItsPromises(() => ({ load, faults, backWithin, client: program.client, databaseUrl: postgres.url }));
    itLetsGoOfConnections(() => postgres.url);
    itPassesTheAudit(() => program);
    describeStop('SIGTERM', () => ({ program, databaseUrl: embeddedIn(folder).url, startAgain: start }));
  });
});
