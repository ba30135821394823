import { type App, apps } from '../../libs/config/src';
import { type Client, retryingOnce } from '../harness/client';
import { type Load, type Observation, startLoad } from '../harness/load';
import { rounds } from '../harness/long';
import type { Parts } from '../harness/parts';
import { entry as ofThisVersion, untilHealthy } from '../harness/program';
import { brokenPromises } from '../harness/verify';
import { prepareWorld } from '../harness/world';

/** Objects written under the load before the next part is replaced. */
const written = rounds(200, 20);

/** Tests that parts of a release are replaced by those of this version, one by one on the ports given, without loss. */
export function upgrades(running: () => Parts, ports: Map<App, number>): void {
  let load: Load;
  afterAll(() => load?.stop());
  /** How each part ended, and what went wrong until then. */
  const ends: { part: App | 'gateway'; exitCode: number | null; failed: Observation[]; surprises: string[] }[] = [];

  // Whatever comes after this is about parts of this version.
  beforeAll(async () => {
    const parts = running();
    let client: Client = parts.gateway.client;
    const failed = () => load.observations.filter(({ status }) => status === 0 || status >= 500);
    const note = (part: App | 'gateway', exitCode: number | null) =>
      ends.push({ part, exitCode, failed: failed(), surprises: [...load.surprises] });
    load = startLoad(() => retryingOnce(client), await prepareWorld(client), { repeated: 0, workers: 4 });
    await load.grows(written);
    for (const app of apps) {
      const renewed = await parts.startService(app, ports.get(app)!, ofThisVersion);
      // Both take requests for a while.
      await load.grows(written);
      const old = parts.services.get(app)!;
      old.client.close();
      const exitCode = await old.end('SIGTERM');
      parts.services.set(app, renewed);
      await load.grows(written);
      note(app, exitCode);
    }
    const old = parts.gateway;
    const renewed = await parts.startGateway(ofThisVersion);
    await untilHealthy(renewed.url);
    client = renewed.client;
    parts.gateway = renewed;
    await load.grows(written);
    await load.stop();
    note('gateway', await old.end('SIGTERM'));
  }, 600_000);

  it('lose no request and no write while all of them are upgraded part by part, under load', async () => {
    const parts = [...apps, 'gateway'];
    expect(ends).toEqual(parts.map((part) => ({ part, exitCode: 0, failed: [], surprises: [] })));
    expect(await brokenPromises(running().gateway.client, load.ledger)).toEqual([]);
  });
}
