import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { embeddedIn } from '../harness/embedded';
import { missingBuild } from '../harness/program';
import { describeUnless } from '../program/describeUnless';
import { expectToGoOn, type FirstStart, startFirst } from './startFirst';

/** Seconds after which a program knows that nothing goes on, and what its start left to be done is done. */
const lull = 40;
/** Seconds over which statements are counted: looks that are taken once a minute are among them. */
const seconds = 60;
/** Statements that one process of everything may ask its database in a second. */
const most = 2;

describeUnless(missingBuild, 'a program with nothing to do', () => {
  let folder: string;
  let program: FirstStart;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plumbline-idle-'));
    program = await startFirst('start', folder);
    const database = new Client({ connectionString: embeddedIn(folder).url });
    await database.connect();
    await database.query("ALTER SYSTEM SET log_statement = 'all'");
    await database.query('SELECT pg_reload_conf()');
    await database.end();
  });
  afterAll(async () => {
    await program?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Statements that the server has written down so far, prepared ones and others. */
  const statements = (): number =>
    readFileSync(join(folder, 'postgres', 'server.log'), 'utf8').match(/LOG: {2}(?:statement|execute) /g)?.length ?? 0;

  it('has said last how to go on, after all that its parts say as they begin, wherever an option has it listen', () => {
    expectToGoOn(program);
  });

  it('leaves its database alone, but for a statement or two a second', async () => {
    await delay(lull * 1_000);
    const before = statements();
    await delay(seconds * 1_000);
    const each = (statements() - before) / seconds;
    expect(each).toBeGreaterThan(0);
    expect(each).toBeLessThan(most);
  });
});
