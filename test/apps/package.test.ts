import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missingBroker } from '../harness/broker';
import { eventually } from '../harness/eventually';
import { startForm, type Whole } from '../harness/forms';
import { isLong } from '../harness/long';
import { type Form, missingBuild } from '../harness/program';
import { describeUnless } from '../program/describeUnless';
import { root } from '../program/root';
import { runCommand } from '../program/runCommand';

/** In one process there is one that has to find the package; else each service has to. */
const forms: Form[] = isLong ? ['one', 'split'] : ['split'];

describe.each(forms)('an app from an npm package in the form %s', (form) => {
  const missing = missingBuild ?? (form === 'split' ? missingBroker : undefined);
  describeUnless(missing, 'installed where the program is started', () => {
    let folder: string;
    let program: Whole;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'plumbline-package-'));
      mkdirSync(join(folder, 'packed'));
      writeFileSync(join(folder, 'package.json'), '{ "private": true }');
      const npm = async (...words: string[]) => {
        const { exitCode, output } = await runCommand('npm', words);
        if (exitCode !== 0) throw new Error(output);
      };
      await npm('pack', join(root, 'examples', 'bgp'), '--pack-destination', join(folder, 'packed'));
      const packed = join(folder, 'packed', 'plumbline-app-bgp-0.1.0.tgz');
      await npm('install', '--prefix', folder, '--offline', '--no-audit', '--no-fund', packed);
      const env = { PLUMBLINE_APPS: 'bgp=plumbline-app-bgp', PLUMBLINE_WORKERS: '1' };
      program = await startForm(form, { env, dataFolder: folder, keepsBroker: true });
    });
    afterAll(async () => {
      await program?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    it('has its models, its tables and its rules', async () => {
      const { client } = program;
      const made = await client.must(201, 'POST', 'plugins/bgp/peer-groups/', { name: 'Packed', hold_time: 30 });
      expect(made.body).toMatchObject({ object_type: 'bgp.peergroup', hold_time: 30 });
      const refused = await client.must(400, 'POST', 'plugins/bgp/peer-groups/', { name: 'Hasty', hold_time: 1 });
      expect(refused.body).toEqual({ hold_time: ['A hold time is 0, or at least 3 seconds.'] });
    });

    it('has its jobs', async () => {
      await eventually('the job is there', 60_000, async () => {
        const { status, body } = await program.client.call('GET', 'extras/jobs/Render%20BGP%20sessions/');
        return status === 200 && body.installed && body.module_name === 'bgp.renderSessions';
      });
    });
  });
});
