import { type App, apps } from '../../libs/config/src';
import { missingBroker } from '../harness/broker';
import { type Client, retryingOnce } from '../harness/client';
import { freePort } from '../harness/freePort';
import { type Load, startLoad } from '../harness/load';
import { rounds } from '../harness/long';
import { type Parts, startParts } from '../harness/parts';
import { missingBuild, entry as ofThisVersion, untilHealthy } from '../harness/program';
import { brokenPromises } from '../harness/verify';
import { prepareWorld } from '../harness/world';
import { describeUnless } from '../program/describeUnless';
import { buildRelease, lastRelease, missingRelease } from './release';

const release = lastRelease();
/** Objects written under the load before the next part is replaced. */
const written = rounds(200, 20);

describeUnless(
  missingBuild ?? missingBroker ?? missingRelease(release),
  `an upgrade from version ${release.version} to this one, part by part, under load`,
  () => {
    let running: Parts;
    let client: Client;
    let load: Load | undefined;
    const ports = new Map<App, number>();

    beforeAll(async () => {
      const entry = await buildRelease(release);
      const entries = Object.fromEntries([...apps, 'gateway'].map((part) => [part, entry]));
      for (const app of apps) ports.set(app, await freePort());
      const further = Object.fromEntries([...ports].map(([app, port]) => [app, [port]]));
      // The load asks nothing of users by HTTP: a proxy takes connections also for a process that has ended.
      running = await startParts({ behindProxies: 'users', entries, further });
      client = running.gateway.client;
    }, 600_000);
    afterAll(async () => {
      await load?.stop();
      await running?.stop();
    });

    const failed = () => load!.observations.filter(({ status }) => status === 0 || status >= 500);

    it('loses no request and no write', async () => {
      const world = await prepareWorld(client);
      load = startLoad(() => retryingOnce(client), world, { repeated: 0, workers: 4 });
      await load.grows(written);
      for (const app of apps) {
        const renewed = await running.startService(app, ports.get(app)!, ofThisVersion);
        // Both take requests for a while.
        await load.grows(written);
        const old = running.services.get(app)!;
        old.client.close();
        expect([app, await old.end('SIGTERM')]).toEqual([app, 0]);
        running.services.set(app, renewed);
        await load.grows(written);
        expect({ app, failed: failed(), surprises: load.surprises }).toEqual({ app, failed: [], surprises: [] });
      }
      const old = running.gateway;
      const renewed = await running.startGateway(ofThisVersion);
      await untilHealthy(renewed.url);
      client = renewed.client;
      await load.grows(written);
      await load.stop();
      expect(await old.end('SIGTERM')).toBe(0);
      expect({ failed: failed(), surprises: load.surprises }).toEqual({ failed: [], surprises: [] });
      expect(await brokenPromises(client, load.ledger)).toEqual([]);
    }, 600_000);
  },
);
