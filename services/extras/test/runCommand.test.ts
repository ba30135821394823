import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testSettings } from '@plumbline/testkit';
import { type CommandRun, runCommand } from '../src/worker/runCommand';

it('a command that reads all databases says which ones its worker is not told, and makes none', async () => {
  const settings = testSettings({
    dataDir: '/proc/nowhere',
    databaseUrls: { extras: 'postgres://extras@db.example.net/extras', ipam: 'postgres://ipam@db.example.net/ipam' },
  });
  const run: CommandRun = {
    settings,
    command: 'dump',
    resultId: '0b1f0000',
    entry: '/proc/nowhere/main.js',
    limits: { softTimeLimit: 0, timeLimit: 0, memory: 64 },
    lines: async () => {},
    database: undefined as never,
    log: undefined as never,
  };
  expect(await runCommand(run).ended).toMatchObject({
    kind: 'failed',
    message: expect.stringMatching(
      /^This worker is not told the databases of circuits, dcim, tenancy, users, virtualization\. /,
    ),
  });
});

describe('a command that is ended', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-command-'));
  const dumps = join(folder, 'dumps');
  const entry = join(folder, 'entry.js');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = (timeLimit: number) =>
    runCommand({
      settings: testSettings({ dataDir: folder, databaseUrl: 'postgres://db.example.net/all' }),
      command: 'dump',
      resultId: '0b1f0000',
      entry,
      limits: { softTimeLimit: 0, timeLimit, memory: 64 },
      lines: async () => {},
      database: undefined as never,
      log: undefined as never,
    });
  const begun = async () => {
    while (!readdirSync(folder).includes('dumps') || !readdirSync(dumps).some((name) => name.endsWith('.part')))
      await new Promise((resolve) => setTimeout(resolve, 10));
  };

  beforeAll(() =>
    writeFileSync(
      entry,
      `require('node:fs').writeFileSync(process.argv[3] + '.' + process.pid + '.part', 'half'); setInterval(() => {}, 1000);`,
    ),
  );

  it('leaves nothing of what it has written so far', async () => {
    const stopped = run(0);
    await begun();
    writeFileSync(join(dumps, 'of-another.jsonl.gz.7.part'), 'half');
    stopped.stop();
    expect(await stopped.ended).toEqual({ kind: 'stopped' });
    expect(readdirSync(dumps)).toEqual(['of-another.jsonl.gz.7.part']);
    expect(await run(2).ended).toMatchObject({ kind: 'failed', type: 'TimeLimitExceeded' });
    expect(readdirSync(dumps)).toEqual(['of-another.jsonl.gz.7.part']);
  });
});
