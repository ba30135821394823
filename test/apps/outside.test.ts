import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Form } from '@plumbline/app-kit';
import { missingBroker } from '../harness/broker';
import { isLong } from '../harness/long';
import { missingBuild } from '../harness/program';
import { describeUnless } from '../program/describeUnless';
import { root } from '../program/root';
import { copyApp, installPacked, packInto, runIn } from './outsideFolder';

jest.setTimeout(1_200_000);

/** In full from the registry, all models in both forms; else with the packages of others that are here, one model of each app. */
describeUnless(missingBuild ?? missingBroker, 'outside this repository, from packed packages', () => {
  let folder: string;

  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'plumbline-outside-')));
    const tarballs = packInto(join(folder, 'packed'));
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    const bgp = join(root, 'examples', 'bgp');
    if (isLong)
      runIn(folder, 'npm', [
        ...['install', '--save-dev', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'],
        ...[...tarballs, 'jest@30', '@types/jest@30', '@types/node@20', 'typescript@7'],
      ]);
    else installPacked(tarballs, folder, bgp);
    copyApp(bgp, join(folder, 'apps', 'bgp'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('an app is begun, has true types, and is what the contract says', () => {
    const program = join(folder, 'node_modules', '@plumbline', 'app-kit', 'bin', 'newApp.js');
    expect(runIn(folder, process.execPath, [program, 'firewalls'])).toContain('apps/firewalls is there');
    runIn(join(folder, 'apps', 'firewalls'), process.execPath, [join(folder, 'node_modules/typescript/bin/tsc')]);
    expect(conformance('firewalls', 'one')).toMatch(/Tests: .* passed/);
  });

  it('the example about BGP has true types, and is what the contract says', () => {
    runIn(join(folder, 'apps', 'bgp'), process.execPath, [join(folder, 'node_modules/typescript/bin/tsc')]);
    expect(conformance('bgp', 'split', 'bgp.peergroup ')).toMatch(/Tests: .* passed/);
  });

  /** Runs the tests of an app: all of them in full, else those of a form, and perhaps of one model. */
  function conformance(app: string, form: Form, model = ''): string {
    const jest = join(folder, 'node_modules', 'jest', 'bin', 'jest.js');
    const words = isLong ? [] : ['-t', `in the form ${form} ${model}`];
    return runIn(join(folder, 'apps', app), process.execPath, [jest, ...words]);
  }
});
