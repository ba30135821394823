import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { audit } from '../harness/audit';
import { missingBroker } from '../harness/broker';
import { embeddedIn } from '../harness/embedded';
import { freePort } from '../harness/freePort';
import { type Load, startLoad } from '../harness/load';
import { isLong, rounds } from '../harness/long';
import { type Form, missingBuild, type Program, startProgram } from '../harness/program';
import { brokenPromises, changeLogFlaws } from '../harness/verify';
import { prepareWorld } from '../harness/world';
import { describeUnless } from '../program/describeUnless';
import { describeStop } from './describeStop';

const forms: Form[] = isLong ? ['one', 'split'] : ['one'];
const deaths = rounds(20, 2);

describe.each(forms)('the whole program is killed and started again, in the form %s', (form) => {
  describeUnless(missingBuild ?? (form === 'split' ? missingBroker : undefined), 'under load', () => {
    let folder: string;
    let port: number;
    let program: Program;
    let load: Load;

    const start = () => startProgram({ arguments: form === 'split' ? ['split'] : ['start'], dataFolder: folder, port });

    beforeAll(
      async () => {
        folder = mkdtempSync(join(tmpdir(), 'plumbline-killed-'));
        port = await freePort();
        program = await start();
        load = startLoad(() => program.client, await prepareWorld(program.client));
        for (let death = 0; death < deaths; death++) {
          await load.grows();
          await program.end('SIGKILL');
          program.client.close();
          program = await start();
        }
        await load.grows();
        await load.stop();
      },
      300_000 + deaths * 60_000,
    );
    afterAll(async () => {
      await program?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    it('keeps every answered write, and leaves nothing half done', async () => {
      expect(load.ledger.size).toBeGreaterThan(50);
      expect(load.surprises).toEqual([]);
      expect(await brokenPromises(program.client, load.ledger)).toEqual([]);
    });

    it('records every change exactly once', async () => {
      expect(await changeLogFlaws(embeddedIn(folder).url, program.client, load.ledger)).toEqual([]);
    });

    it('leaves nothing behind that the audit would find', async () => {
      const { findings } = await audit(program);
      expect(findings).toEqual([]);
    });

    // As when its terminal is gone.
    describeStop('SIGHUP', () => ({ program, databaseUrl: embeddedIn(folder).url, startAgain: start }));
  });
});
