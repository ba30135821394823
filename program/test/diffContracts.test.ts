import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { diffContracts } from '../src/contracts/diffContracts';

let root: string;

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.net', ...args], { cwd: root });

function write(name: string, value: unknown): void {
  const file = join(root, 'contracts', name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(value));
}

function commit(message: string): void {
  git('add', '--all');
  git('commit', '--quiet', '--allow-empty', '-m', message);
}

const limit = { in: 'query', name: 'limit', schema: { type: 'integer' } };

/** A description of lists below an application. */
const describing = (
  app: string,
  lists: string[],
  parameters: object[] = [{ $ref: '#/components/parameters/limit' }],
) => ({
  openapi: '3.0.3',
  info: { title: '', version: '', description: '' },
  tags: [],
  paths: Object.fromEntries(
    lists.map((name) => [
      `/${app}/${name}/`,
      { get: { operationId: `${app}_${name}_list`, parameters, responses: { 200: { description: '' } } } },
    ]),
  ),
  components: { parameters: { limit } },
});

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'plumbline-contracts-'));
  git('init', '--quiet', '--initial-branch=main');
  write('generated/openapi/ipam.json', describing('ipam', ['vlans', 'vrfs']));
  write('generated/openapi/dcim.json', describing('dcim', ['racks']));
  write('acceptedBreaks.json', []);
});
afterEach(() => rmSync(root, { recursive: true }));

test('where there is no commit before, there is nothing to compare with', () => {
  const nothing = { lines: ['There is no description of the API to compare with.'], fails: false };
  expect(diffContracts(root)).toEqual(nothing);
  commit('first');
  expect(diffContracts(root)).toEqual(nothing);
  expect(diffContracts(root, 'HEAD')).toMatchObject({ fails: false });
  expect(diffContracts(root, 'nobody-knows')).toMatchObject({ fails: true });
});

test('what is in the checkout is compared with the parent, or with where its branch began', () => {
  commit('first');
  write('generated/openapi/ipam.json', describing('ipam', ['vlans', 'vrfs', 'rirs']));
  commit('second');
  expect(diffContracts(root)).toEqual({
    lines: [expect.stringMatching(/^The API since \w+ \(first\)$/), '', 'Added:', '  /ipam/rirs/ is new'],
    fails: false,
  });
  git('checkout', '--quiet', '-b', 'branch');
  commit('third');
  write('generated/openapi/dcim.json', describing('dcim', ['racks', 'cables']));
  expect(diffContracts(root).lines).toEqual([
    expect.stringMatching(/^The API since \w+ \(second\)$/),
    '',
    'Added:',
    '  /dcim/cables/ is new',
  ]);
});

test('a break is refused, until it is accepted with a reason', () => {
  commit('first');
  write('generated/openapi/ipam.json', describing('ipam', ['vlans'], []));
  expect(diffContracts(root, 'HEAD')).toMatchObject({
    lines: [
      expect.any(String),
      '',
      'Breaks clients:',
      '  /ipam/vrfs/ is gone',
      '  GET /ipam/vlans/ does not take `limit` any more',
      '',
      expect.stringContaining('contracts/acceptedBreaks.json'),
    ],
    fails: true,
  });
  const accepted = [
    { break: '/ipam/vrfs/ is gone', reason: 'nobody has any' },
    { break: 'GET * does not take `limit` any more', reason: 'there are few of them' },
  ];
  write('acceptedBreaks.json', accepted);
  const { lines, fails } = diffContracts(root, 'HEAD');
  expect([fails, lines]).toEqual([false, expect.arrayContaining(['Breaks clients on purpose:'])]);

  commit('second');
  write('generated/openapi/dcim.json', describing('dcim', ['cables']));
  expect(diffContracts(root, 'HEAD')).toMatchObject({ fails: true });
  write('generated/openapi/dcim.json', describing('dcim', ['racks']));
  expect(diffContracts(root, 'HEAD')).toMatchObject({ fails: false });
});

test('what is accepted is there, and has a reason', () => {
  commit('first');
  write('acceptedBreaks.json', [{ break: '/ipam/vrfs/ is gone', reason: 'nobody has any' }]);
  expect(diffContracts(root, 'HEAD')).toMatchObject({
    lines: [expect.any(String), '', 'Accepted, and breaks nothing:', '  /ipam/vrfs/ is gone'],
    fails: true,
  });
  write('acceptedBreaks.json', [{ break: '/ipam/vrfs/ is gone', reason: '' }]);
  expect(() => diffContracts(root, 'HEAD')).toThrow('reason');
});

test('what many operations share is told in one line', () => {
  const lists = ['a', 'b', 'c', 'd', 'e'];
  write('generated/openapi/ipam.json', describing('ipam', lists));
  commit('first');
  write('generated/openapi/ipam.json', describing('ipam', lists, []));
  expect(diffContracts(root, 'HEAD').lines).toContain(
    '  GET /ipam/a/; GET /ipam/b/; GET /ipam/c/ and 2 others: does not take `limit` any more',
  );
});

test('a commit from when the description was one file is compared with too', () => {
  rmSync(join(root, 'contracts/generated/openapi'), { recursive: true });
  const { paths } = describing('dcim', ['racks']);
  const ipam = describing('ipam', ['vlans', 'vrfs', 'rirs']);
  write('generated/openapi.json', { ...ipam, paths: { ...ipam.paths, ...paths } });
  commit('first');
  rmSync(join(root, 'contracts/generated/openapi.json'));
  write('generated/openapi/ipam.json', describing('ipam', ['vlans', 'vrfs']));
  write('generated/openapi/dcim.json', describing('dcim', ['racks']));
  expect(diffContracts(root, 'HEAD').lines.slice(1, 4)).toEqual(['', 'Breaks clients:', '  /ipam/rirs/ is gone']);
});
