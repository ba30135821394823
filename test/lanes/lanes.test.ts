import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../program/root';
import { applicationsOf } from '../replay/recording';

interface Inputs {
  suites: string[];
  apps: string[];
  inputsOf(suite: string, part?: string): Map<string, string>;
  digestsOf(suite: string): Record<string, string>;
}

const { readInputs } = require('./inputs.cjs') as { readInputs(root: string): Inputs };
const { byApplication, aboutEverything, laneOf, lanes } = require('./lanes.cjs') as {
  lanes: { name: string; places: string[] }[];
  laneOf(suite: string): { name: string };
  byApplication: string[];
  aboutEverything: string[];
};

const inputs = readInputs(root);
const partsOf = new Map(inputs.suites.map((suite) => [suite, inputs.inputsOf(suite)]));
const dependingOn = (part: string) => inputs.suites.filter((suite) => partsOf.get(suite)!.has(part));

test('every suite that there is runs in one lane', () => {
  const listed = execFileSync(process.execPath, [require.resolve('jest/bin/jest'), '--listTests', '--json'], {
    cwd: root,
    encoding: 'utf8',
  });
  const places = (JSON.parse(listed) as string[]).map((file) => file.slice(root.length + 1));
  // Those of apps are run outside of this repository.
  const ours = ['*.test.ts', ':!examples', ':!libs/app-kit/template'];
  const committed = execFileSync('git', ['ls-files', ...ours], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n');
  expect([...places].sort()).toEqual(inputs.suites);
  expect(inputs.suites).toEqual(expect.arrayContaining(committed));
});

test('what the lanes name is there', () => {
  const named = [...lanes.flatMap(({ places }) => places), ...aboutEverything, ...byApplication];
  const leading = (place: string) => inputs.suites.some((suite) => suite.startsWith(place));
  expect(named.filter((place) => !leading(place))).toEqual([]);
});

test('what has a long form is run in full by a command, and the guide tells of it', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const inFull = Object.entries(scripts).filter(([, line]) => line.includes('LONG_TESTS=1'));
  const guide = readFileSync(join(root, 'docs', 'contributing.md'), 'utf8');
  expect(inFull.filter(([name]) => !guide.includes(`npm run ${name} `))).toEqual([]);
  const run = inFull.flatMap(([, line]) => line.split(' --runInBand ')[1]!.split(' '));
  // Also what several suites share; what all may use is in the harness.
  const files = execFileSync('git', ['ls-files', '*/test/*.ts', 'test/*.ts', ':!test/harness'], {
    cwd: root,
    encoding: 'utf8',
  });
  const long = /env\.LONG_TESTS|import [^;]*\b(isLong|rounds)\b[^;]*\/long'|\/harness\/sample'/;
  const left = files.split('\n').filter((file) => file && !run.some((place) => file.startsWith(place)));
  expect(left.filter((file) => long.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

test('the inside of a service is seen by its own suites, and by what is about it', () => {
  const seeing = dependingOn('services/ipam');
  expect(seeing).toEqual(
    expect.arrayContaining([
      'services/ipam/test/tree.test.ts',
      'test/models/ipam.test.ts',
      'test/network/primaryAddresses.test.ts',
      'test/integrity/allocation.test.ts',
      'test/whole/oneProcess.test.ts',
      'program/test/contracts.test.ts',
    ]),
  );
  expect(seeing).not.toContain('services/dcim/test/racks.test.ts');
  expect(seeing).not.toContain('libs/http/test/body.test.ts');
  expect(seeing.filter((suite) => ['operations', 'permissions'].includes(laneOf(suite).name))).toEqual([]);
});

test('the contract of a service is seen by whatever starts the program', () => {
  const started = inputs.suites.filter((suite) => suite.startsWith('test/'));
  for (const suite of started) {
    const parts = partsOf.get(suite)!;
    expect([suite, parts.has('services/ipam') || parts.has('contract of services/ipam')]).toEqual([suite, true]);
  }
});

test('a package is seen by all that build on it, and by nothing else', () => {
  expect(dependingOn('libs/engine')).toEqual(
    expect.arrayContaining([
      'libs/engine/test/filters.test.ts',
      'services/tenancy/test/tenants.test.ts',
      'test/faults/whole.test.ts',
    ]),
  );
  expect(dependingOn('libs/engine')).not.toContain('libs/model/test/network.test.ts');
  expect(dependingOn('gateway')).not.toContain('libs/engine/test/filters.test.ts');
});

test('what a suite reads without importing it counts', () => {
  expect(dependingOn('pages')).toEqual(
    expect.arrayContaining(['test/docs/names.test.ts', 'test/whole/oneProcess.test.ts']),
  );
  expect(dependingOn('pages')).not.toContain('test/models/ipam.test.ts');
  expect(dependingOn('rest')).toContain('test/operations/bin.test.ts');
  expect(dependingOn('deploy')).toEqual(
    expect.arrayContaining(['test/operations/compose/compose.test.ts', 'test/monitoring/monitoring.test.ts']),
  );
  expect(dependingOn('deploy')).not.toContain('test/models/ipam.test.ts');
  expect(dependingOn('contracts')).toEqual(
    expect.arrayContaining(['program/test/contracts.test.ts', 'program/test/openApi.test.ts']),
  );
  expect(dependingOn('contracts')).not.toContain('test/models/ipam.test.ts');
  expect([...partsOf.get('program/test/supervisor.test.ts')!.keys()]).toContain('program/test/fakeTarget.cjs');
});

test('a suite that goes by application has a digest for each', () => {
  for (const suite of byApplication) {
    expect(Object.keys(inputs.digestsOf(suite))).toEqual(inputs.apps);
    expect(inputs.inputsOf(suite, 'ipam').has('services/ipam')).toBe(true);
    expect(inputs.inputsOf(suite, 'dcim').has('services/ipam')).toBe(false);
    expect([...inputs.inputsOf(suite, 'dcim').keys()]).toContain('test/harness/chosenApplications.ts');
  }
});

test('a recorded scenario is about whom it asks and whose models it names, and not about what a status is for', () => {
  const about = (path: string, body: object) =>
    applicationsOf({ name: '', title: '', steps: [{ name: '', path, body, expect: { status: 201 } }] });
  expect(about('/api/ipam/vrfs/', { name: 'x' })).toEqual(['ipam']);
  // Owners say what filters there are, and who meets them.
  expect(about('/api/extras/dynamic-groups/', { content_type: 'ipam.vrf', filter: {} }).sort()).toEqual([
    'extras',
    'ipam',
  ]);
  expect(about('/api/extras/statuses/', [{ name: 'x', content_types: ['ipam.vrf'] }])).toEqual(['extras']);
});

test('a suite has passed when none of its tests failed, though some were left out', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-report-'));
  try {
    const report = join(folder, 'report.json');
    const suite = 'libs/model/test/network.test.ts';
    const [, name] = /\b(?:it|test)\('([^']+)'/.exec(readFileSync(join(root, suite), 'utf8'))!;
    const options = ['--json', `--outputFile=${report}`, '--testNamePattern', name!, '--runTestsByPath', suite];
    const times = `import('./.ci/suiteTimes.mjs').then((it) => console.log(JSON.stringify(it.suiteTimes(process.argv[1]))))`;
    execFileSync(process.execPath, [require.resolve('jest/bin/jest'), ...options], { cwd: root, stdio: 'ignore' });
    const said = execFileSync(process.execPath, ['-e', times, report], { cwd: root, encoding: 'utf8' });
    expect(JSON.parse(said)).toMatchObject([{ name: suite, passed: true }]);
    expect(JSON.parse(readFileSync(report, 'utf8')).numPendingTests).toBeGreaterThan(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
