import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { embeddedIn } from '../harness/embedded';
import { missingBuild, type Program, startProgram } from '../harness/program';
import { describeUnless } from '../program/describeUnless';

/** Seconds after which a program knows that nothing goes on, and what its start left to be done is done. */
const lull = 40;
/** Seconds over which transactions are counted; each statement of a program with nothing to do is one. */
const seconds = 60;
/** What one process of everything may ask of its database in a second. */
const most = 2;

describeUnless(missingBuild, 'a program with nothing to do', () => {
  let folder: string;
  let program: Program;
  let database: Client;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plumbline-idle-'));
    program = await startProgram({ arguments: ['start'], dataFolder: folder, env: {} });
    database = new Client({ connectionString: embeddedIn(folder).url });
    await database.connect();
  });
  afterAll(async () => {
    await database?.end();
    await program?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Transactions of all databases of the server so far. */
  const transactions = async (): Promise<number> => {
    const { rows } = await database.query(
      'SELECT sum(xact_commit + xact_rollback)::float8 AS n FROM pg_stat_database WHERE datname IS NOT NULL',
    );
    return rows[0].n;
  };

  it('leaves its database alone, but for a few statements a second', async () => {
    await delay(lull * 1_000);
    const before = await transactions();
    await delay(seconds * 1_000);
    const each = ((await transactions()) - before) / seconds;
    expect(each).toBeGreaterThan(0);
    expect(each).toBeLessThan(most);
  });
});
