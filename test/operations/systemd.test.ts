import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apps } from '../../libs/config/src';
import { allDefinitions, fileVariable } from '../../libs/config/src/definitions';
import { readCommand } from '../../program/src/command/readCommand';
import { findProgram } from '../../program/src/supervisor/findProgram';
import { entry, missingBuild } from '../harness/program';
import { describeUnless } from '../program/describeUnless';
import { root } from '../program/root';
import { runCommand } from '../program/runCommand';

const folder = join(root, 'deploy', 'systemd');
const units = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
const linesOf = (text: string, key: string) =>
  [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value]) => value!);

describe('units for systemd', () => {
  const variables = allDefinitions.flatMap(({ variable }) => (variable ? [variable, fileVariable(variable)] : []));

  it.each(units)('$name sets what there is to set, and runs commands there are', ({ text }) => {
    const told = linesOf(text, 'Environment').flatMap((line) => line.split(' ').map((one) => one.split('=')[0]!));
    expect(told.filter((name) => name !== 'NODE_ENV' && !variables.includes(name))).toEqual([]);
    for (const line of linesOf(text, 'ExecStart')) {
      const [, rest = ''] = /main\.js (.*)$/.exec(line)!;
      const { name } = readCommand(rest.split(' '));
      expect([rest, name === 'start']).toEqual([rest, rest.startsWith('--target=')]);
    }
  });

  it('start every part of the split form', () => {
    const { text } = units.find(({ name }) => name === 'plumbline.target')!;
    const wanted = linesOf(text, 'Wants').flatMap((line) => line.split(' '));
    const parts = wanted.flatMap((unit) => /^plumbline@(\w+)\.service$/.exec(unit)?.[1] ?? []);
    expect(parts.sort()).toEqual(['gateway', 'worker', ...apps].sort());
  });
});

const analyze = findProgram('systemd-analyze');

describeUnless(
  missingBuild ?? (analyze ? undefined : 'systemd-analyze is not installed (apt-get install systemd).'),
  'systemd-analyze',
  () => {
    it('finds nothing wrong with the units', async () => {
      const here = mkdtempSync(join(tmpdir(), 'plumbline-units-'));
      try {
        for (const { name, text } of units)
          writeFileSync(
            join(here, name),
            text.replaceAll('/opt/plumbline/program/dist/main.js', entry).replaceAll('/usr/bin/node', process.execPath),
          );
        const named = units.map(({ name }) => join(here, name.replace('@.', '@ipam.')));
        expect(await runCommand(analyze!, ['verify', '--man=no', ...named])).toMatchObject({ exitCode: 0, output: '' });
      } finally {
        rmSync(here, { recursive: true, force: true });
      }
    });
  },
);
