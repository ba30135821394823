import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@plumbline/testkit';
import { findProgram } from '../../program/src/supervisor/findProgram';
import { missingBroker } from '../harness/broker';
import { eventually } from '../harness/eventually';
import { freePort } from '../harness/freePort';
import { listens } from '../harness/listens';
import { missingBuild } from '../harness/program';
import { runCommand } from '../harness/runCommand';
import { describeUnless } from '../program/describeUnless';
import { startConfiguredBroker } from './configuredBroker';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

/** A broker that an operator started without telling it of the parts of Plumbline. */
describeUnless(missingBuild ?? missingBroker, 'a broker that lets in anybody', () => {
  let broker: ChildProcess;
  let env: Record<string, string>;

  beforeAll(async () => {
    const port = await freePort();
    broker = spawn(findProgram('nats-server')!, ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
    await eventually('nats-server listens', 60_000, () => listens(port));
    env = { DATABASE_URL: database.url, NATS_URL: `nats://127.0.0.1:${port}`, HOST: '127.0.0.1' };
  });
  afterAll(async () => {
    const ended = new Promise((resolve) => broker.once('exit', resolve));
    broker.kill('SIGKILL');
    await ended;
  });

  const sentence = /The NATS server 127\.0\.0\.1:\d+ lets in anybody, .*`plumbline nats-config` prints/;

  it.each(['ipam', 'gateway'])('is refused by %s, which says what to do and is not started again', async (target) => {
    const { exitCode, text } = await runCommand([`--target=${target}`], { ...env, PORT: String(await freePort()) });
    expect([exitCode, text]).toEqual([78, expect.stringMatching(sentence)]);
  });

  it('is what the doctor calls bad', async () => {
    expect(await runCommand(['migrate'], env)).toMatchObject({ exitCode: 0 });
    const { exitCode, text } = await runCommand(['doctor', '--quick'], env);
    expect([exitCode, text]).toEqual([2, expect.stringMatching(/BAD {3}NATS: lets in anybody\n {6}→ The NATS server/)]);
    const meant = await runCommand(['doctor', '--quick'], { ...env, PLUMBLINE_NATS_OPEN: 'true' });
    expect(meant.text).toContain('ok    NATS: reached');
    expect(meant.text).toMatch(/look {2}JetStream: not on this NATS server\n {6}→ .*jetstream \{/);
  });
});

/** What `nats-config` prints follows from the secret key, and so does what a part shows. */
describeUnless(missingBuild ?? missingBroker, 'a broker that was told of the parts by another secret key', () => {
  const sentence = /The NATS server 127\.0\.0\.1:\d+ does not know the key of this process\. .*PLUMBLINE_SECRET_KEY/;
  let env: Record<string, string>;
  let stop: () => Promise<void>;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plumbline-users-'));
    const users = join(folder, 'users.conf');
    const printed = await runCommand(['nats-config', users], { PLUMBLINE_SECRET_KEY: 'another'.repeat(6) });
    expect(printed).toMatchObject({ exitCode: 0 });
    const port = await freePort();
    stop = await startConfiguredBroker('port: 4222\nhttp: 8222\njetstream { store_dir: "/data" }\ninclude "x"', {
      port,
      users,
    });
    env = { DATABASE_URL: database.url, NATS_URL: `nats://127.0.0.1:${port}`, HOST: '127.0.0.1' };
  });
  afterAll(async () => {
    await stop?.();
    rmSync(folder, { recursive: true, force: true });
  });

  it('ends a part that it goes on to refuse, with a sentence and the code of wrong settings', async () => {
    const { exitCode, text } = await runCommand(['--target=gateway'], { ...env, PORT: String(await freePort()) });
    expect([exitCode, text]).toEqual([78, expect.stringMatching(sentence)]);
  }, 120_000);

  // The tables are there since `migrate` ran beside the other broker.
  it('is what the doctor calls bad', async () => {
    const { exitCode, text } = await runCommand(['doctor', '--quick'], env);
    expect([exitCode, text]).toEqual([
      2,
      expect.stringMatching(/BAD {3}NATS: does not let us in\n {6}→ The NATS server/),
    ]);
  });
});
