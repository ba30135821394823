import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { freePort } from '../src/embedded-postgres/freePort';

/** The lowest that this system gives to a connection. */
function lowestOfConnections(): number {
  const file = '/proc/sys/net/ipv4/ip_local_port_range';
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(/\s/)[0]) : 32_768;
}

describe('a free port', () => {
  it('is the wanted one where nothing listens', async () => {
    const wanted = await freePort(0);
    expect(await freePort(wanted)).toBe(wanted);
  });

  it('is another where something listens, and none that a connection may be given before it is listened on', async () => {
    const taken = await freePort(0);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(taken, '127.0.0.1', resolve));
    const ports = await Promise.all(Array.from({ length: 50 }, () => freePort(taken)));
    await new Promise((resolve) => server.close(resolve));
    expect(ports).not.toContain(taken);
    expect(Math.max(...ports)).toBeLessThan(lowestOfConnections());
  });

  it('is one of its own where the wanted one is none', async () => {
    expect(await freePort(65_536)).toBeGreaterThan(0);
  });
});
