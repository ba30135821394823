import { join } from 'node:path';
import { eventually } from '../harness/eventually';
import type { Parts } from '../harness/parts';
import { betweenLooks, errorsOf, type Program, untilHealthy } from '../harness/program';
import { runCommand } from '../harness/runCommand';
import { root } from '../program/root';

/** Whether so many seconds were told as there are milliseconds, but for how long a busy machine lets questions and requests wait. */
const isAbout = (told: unknown, milliseconds: number): boolean => Math.abs(Number(told) - milliseconds / 1_000) < 10;

/**
 * Tests what is told of an ipam whose clock is not that of the gateway, as on machines that do not follow the same time server. The
 * gateway has been told of a further process of ipam at `port`, and whoever comes after finds one with another clock there.
 */
export function doubtsClocks(running: () => { parts: Parts; port: number }): void {
  let parts: Parts;
  let port: number;
  let ipam: Program;

  beforeAll(() => {
    ({ parts, port } = running());
    ipam = parts.services.get('ipam')!;
  });

  /** Ends the process of ipam, and starts one whose clock is as many milliseconds ahead. */
  async function startAgain(ahead: number): Promise<void> {
    ipam.client.close();
    await ipam.end('SIGTERM');
    const preload = join(root, 'test', 'harness', 'otherClock.cjs');
    const variables = { NODE_OPTIONS: `--require=${preload}`, CLOCK_AHEAD: String(ahead) };
    ipam = await parts.startService('ipam', port, undefined, variables);
  }

  const doctor = () =>
    runCommand(['doctor', '--quick'], {
      DATABASE_URL: parts.database.url,
      NATS_URL: `nats://127.0.0.1:${parts.broker.port}`,
    });

  async function isTold(side: string, ahead: number): Promise<void> {
    const { client, url } = parts.gateway;
    await startAgain(ahead);
    const askHealth = () => fetch(`${url}/health/?format=json`);
    await eventually(
      'the gateway has seen its clock',
      60_000,
      async () => {
        await (await askHealth()).body?.cancel();
        return errorsOf(parts.gateway).some(({ app, secondsAhead }) => app === 'ipam' && isAbout(secondsAhead, ahead));
      },
      betweenLooks,
    );
    const health = await askHealth();
    expect(health.status).toBe(500);
    expect(await health.json()).toMatchObject({ 'ipam service': 'unavailable', 'dcim service': 'working' });
    expect(await client.call('GET', 'ipam/prefixes/')).toMatchObject({
      status: 503,
      body: { detail: expect.stringContaining('The ipam service is not available') },
    });
    await eventually('it says so, too', 60_000, async () =>
      errorsOf(ipam).some(({ secondsBehind }) => isAbout(secondsBehind, -ahead)),
    );
    const { exitCode, text } = await doctor();
    expect(exitCode).toBe(2);
    expect(text).toContain('ok    ipam: process: answers');
    expect(text).toMatch(new RegExp(`BAD {3}ipam: clock of the process: \\d+ ms ${side}.*\n {6}→ .*NTP`));
  }

  it('is told of where it is ahead by more than requests are believed for', () => isTold('ahead', 60_000), 180_000);

  it('is at work where it is apart by less, and the doctor sees it', async () => {
    await startAgain(4_000);
    await untilHealthy(parts.gateway.url);
    expect(await parts.gateway.client.call('GET', 'ipam/prefixes/')).toMatchObject({ status: 200 });
    expect((await doctor()).text).toMatch(/look {2}ipam: clock of the process: \d+ ms ahead of this machine's/);
  }, 180_000);

  it('is told of where it is behind by more', () => isTold('behind', -60_000), 180_000);
}
