import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestDatabase } from '@plumbline/testkit';
import { createMigratedDatabase } from '../harness/migratedDatabase';
import { missingBuild, secretKey } from '../harness/program';
import { runCommand } from '../harness/runCommand';
import { describeUnless } from '../program/describeUnless';

/** What an operator hears, and a supervisor reads off the exit code, where a setting names what is not there. */
describeUnless(missingBuild, 'settings that cannot be used', () => {
  let folder: string;
  let file: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'plumbline-unusable-'));
    file = join(folder, 'file');
    writeFileSync(file, '');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const withKey = { PLUMBLINE_SECRET_KEY: secretKey };
  const ofTheProgram = { PLUMBLINE_SECRET_KEY: '' };
  it.each([
    ['in a file system that takes no folders', () => '/proc/plumbline/data'],
    ['in the place of a file', () => file],
    ['in a file', () => join(file, 'data')],
  ])('a data folder %s ends the start at once, with or without a key', async (_what, at) => {
    for (const key of [withKey, ofTheProgram]) {
      const { exitCode, text } = await runCommand(['start', '--port=0', `--data=${at()}`], key);
      expect({ exitCode, text }).toMatchObject({ exitCode: 78, text: expect.not.stringContaining('"stack"') });
      expect(text).toContain(`The data folder ${at()} cannot be used: `);
      expect(text).toContain('name another folder: --data=FOLDER or PLUMBLINE_DATA');
    }
  });

  it('files for the broker are told of before the broker is waited for', async () => {
    const nats = { NATS_URL: 'tls://127.0.0.1:1', NATS_CA: '/nowhere/ca.crt', NATS_CERT: file, NATS_KEY: folder };
    const { exitCode, text } = await runCommand(['start', '--target=ipam', '--port=0'], {
      ...nats,
      PLUMBLINE_DATA: folder,
    });
    expect({ exitCode, text }).toMatchObject({ exitCode: 78 });
    expect(text).toMatch(/NATS_CA names a file that cannot be read: .*\/nowhere\/ca.crt/);
    expect(text).toMatch(/NATS_KEY names a file that cannot be read: EISDIR/);
    expect(text).not.toMatch(/NATS_CERT/);
  });

  describe('of the roles of a database', () => {
    let database: TestDatabase;
    let settings: Record<string, string>;
    beforeAll(async () => {
      database = await createMigratedDatabase();
      settings = { DATABASE_URL: database.url, PLUMBLINE_DATA: folder };
    });
    afterAll(() => database.drop());

    it('nothing was made yet: commands say that, and may be tried again', async () => {
      const { exitCode, text } = await runCommand(['user', 'list'], settings);
      expect([exitCode, text]).toEqual([
        1,
        expect.stringMatching(/^The role \w+ is not there on .*: nothing was started or migrated on this database yet/),
      ]);
    });

    it('they were made with another secret key: a sentence says so, and trying again as it is changes nothing', async () => {
      expect(await runCommand(['migrate'], settings)).toMatchObject({ exitCode: 0 });
      const other = { ...settings, PLUMBLINE_SECRET_KEY: 'quite another secret key, and long enough too' };
      for (const command of [['start', '--port=0'], ['migrate'], ['user', 'list'], ['audit']]) {
        const { exitCode, text } = await runCommand(command, other);
        expect({ command, exitCode, text }).toMatchObject({ command, exitCode: 78 });
        expect(text).toMatch(/^The role .* PLUMBLINE_SECRET_KEY is not the one its roles were made with/m);
        expect(text).not.toMatch(/"fatal"|"stack"|nothing was started/);
      }
    });

    it('one is told with a wrong password in the address of its service: that address is named, and no secret key', async () => {
      const url = new URL(database.url);
      url.username = `${url.pathname.slice(1)}_users`;
      url.password = 'a-secret';
      const { exitCode, text } = await runCommand(['user', 'list'], { ...settings, USERS_DATABASE_URL: url.href });
      expect([exitCode, text]).toEqual([
        1,
        expect.stringMatching(
          /^USERS_DATABASE_URL: PostgreSQL on .* does not let us in: .*user and password are right/,
        ),
      ]);
      expect(text).not.toMatch(/PLUMBLINE_SECRET_KEY|a-secret/);
    });
  });
});
