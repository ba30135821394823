import { type App, apps } from '../../libs/config/src';
import { type Client, retryingOnce } from '../harness/client';
import { type Load, startLoad } from '../harness/load';
import { rounds } from '../harness/long';
import type { Parts } from '../harness/parts';
import { entry as ofThisVersion, untilHealthy } from '../harness/program';
import { brokenPromises } from '../harness/verify';
import { prepareWorld } from '../harness/world';

/** Objects written under the load before the next part is replaced. */
const written = rounds(200, 20);

/** Tests that parts of a release are replaced by those of this version, one by one on the ports given, without loss. */
export function upgrades(running: () => Parts, ports: Map<App, number>): void {
  let load: Load | undefined;
  afterAll(() => load?.stop());

  it('lose no request and no write while all of them are upgraded part by part, under load', async () => {
    const parts = running();
    let client: Client = parts.gateway.client;
    const failed = () => load!.observations.filter(({ status }) => status === 0 || status >= 500);
    load = startLoad(() => retryingOnce(client), await prepareWorld(client), { repeated: 0, workers: 4 });
    await load.grows(written);
    for (const app of apps) {
      const renewed = await parts.startService(app, ports.get(app)!, ofThisVersion);
      // Both take requests for a while.
      await load.grows(written);
      const old = parts.services.get(app)!;
      old.client.close();
      expect([app, await old.end('SIGTERM')]).toEqual([app, 0]);
      parts.services.set(app, renewed);
      await load.grows(written);
      expect({ app, failed: failed(), surprises: load.surprises }).toEqual({ app, failed: [], surprises: [] });
    }
    const old = parts.gateway;
    const renewed = await parts.startGateway(ofThisVersion);
    await untilHealthy(renewed.url);
    client = renewed.client;
    parts.gateway = renewed;
    await load.grows(written);
    await load.stop();
    expect(await old.end('SIGTERM')).toBe(0);
    expect({ failed: failed(), surprises: load.surprises }).toEqual({ failed: [], surprises: [] });
    expect(await brokenPromises(client, load.ledger)).toEqual([]);
  }, 600_000);
}
