import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@plumbline/testkit';
import { eventually } from '../harness/eventually';
import { startProgram } from '../harness/program';

test('folders and files that settings name, and a package of jobs, that are not there are told of, once, and looked for on', async () => {
  const database = await createTestDatabase();
  const parent = mkdtempSync(join(tmpdir(), 'plumbline-jobs-'));
  const folder = join(parent, 'jobs');
  const program = await startProgram({
    env: {
      DATABASE_URL: database.url,
      PLUMBLINE_WORKERS: '1',
      PLUMBLINE_JOBS: folder,
      PLUMBLINE_JOB_PACKAGES: 'jobs-of-nobody',
      PLUMBLINE_SECRETS_FOLDER: join(parent, 'secrets'),
      PLUMBLINE_SSH_KNOWN_HOSTS: join(parent, 'known_hosts'),
    },
  });
  try {
    const told = (message: RegExp) => program.complaints.filter((line) => message.test(String(line.message)));
    const missing = /^the folder of PLUMBLINE_JOBS is not there/;
    await eventually('it is told of', 60_000, async () => told(missing).length > 0);
    expect(told(missing)).toEqual([expect.objectContaining({ level: 'warn', folder })]);
    mkdirSync(folder);
    writeFileSync(
      join(folder, 'late.js'),
      "const { defineJob } = require('@plumbline/jobs');\nexports.Late = defineJob({ name: 'Late', variables: {}, run: async () => undefined });\n",
    );
    await eventually('a later look finds it', 60_000, async () => {
      const { count } = (await program.client.must(200, 'GET', 'extras/jobs/?module_name=late')).body;
      return count === 1;
    });
    expect(told(missing)).toHaveLength(1);
    const missed = join(parent, 'missed');
    writeFileSync(
      join(folder, 'moody.js'),
      `if (!require('node:fs').existsSync(${JSON.stringify(missed)})) process.kill(process.pid, 'SIGKILL');
       const { defineJob } = require('@plumbline/jobs');
       exports.Moody = defineJob({ name: 'Moody', variables: {}, run: async () => undefined });`,
    );
    const unread = /^no jobs could be read from a file/;
    await eventually('it is told of', 60_000, async () => told(unread).length > 0);
    writeFileSync(missed, '');
    await eventually('it is tried again, though it has not changed', 60_000, async () => {
      const { count } = (await program.client.must(200, 'GET', 'extras/jobs/?module_name=moody&installed=true')).body;
      return count === 1;
    });
    expect(told(unread)).toHaveLength(1);
    expect(told(/^this package of jobs is not installed/)).toHaveLength(1);
    for (const setting of ['PLUMBLINE_SECRETS_FOLDER', 'PLUMBLINE_SSH_KNOWN_HOSTS'])
      expect(told(new RegExp(`of ${setting} cannot be read`))).toMatchObject([{ level: 'warn', code: 'ENOENT' }]);
  } finally {
    await program.stop();
    await database.drop();
    rmSync(parent, { recursive: true, force: true });
  }
});
