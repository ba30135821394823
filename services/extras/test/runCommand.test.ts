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
