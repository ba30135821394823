import { type ChildProcess, spawn } from 'node:child_process';
import { createTestDatabase, type TestDatabase } from '@plumbline/testkit';
import { findProgram } from '../../program/src/supervisor/findProgram';
import { missingBroker } from '../harness/broker';
import { eventually } from '../harness/eventually';
import { freePort } from '../harness/freePort';
import { listens } from '../harness/listens';
import { missingBuild } from '../harness/program';
import { runCommand } from '../harness/runCommand';
import { describeUnless } from '../program/describeUnless';

/** A broker that an operator started without telling it of the parts of Plumbline. */
describeUnless(missingBuild ?? missingBroker, 'a broker that lets in anybody', () => {
  let broker: ChildProcess;
  let database: TestDatabase;
  let env: Record<string, string>;

  beforeAll(async () => {
    const port = await freePort();
    broker = spawn(findProgram('nats-server')!, ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
    await eventually('nats-server listens', 60_000, () => listens(port));
    database = await createTestDatabase();
    env = { DATABASE_URL: database.url, NATS_URL: `nats://127.0.0.1:${port}`, HOST: '127.0.0.1' };
  });
  afterAll(async () => {
    const ended = new Promise((resolve) => broker.once('exit', resolve));
    broker.kill('SIGKILL');
    await ended;
    await database.drop();
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
  });
});
