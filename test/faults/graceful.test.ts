import type { App } from '../../libs/config/src';
import { missingBroker } from '../harness/broker';
import { type Client, createClient } from '../harness/client';
import { freePort } from '../harness/freePort';
import { type Load, startLoad } from '../harness/load';
import { rounds } from '../harness/long';
import { inParallel } from '../harness/parallel';
import { type Parts, startParts } from '../harness/parts';
import { missingBuild, type Program } from '../harness/program';
import { brokenPromises, changeLogFlaws } from '../harness/verify';
import { prepareWorld } from '../harness/world';
import { describeUnless } from '../program/describeUnless';

const replaced: App[] = ['ipam', 'extras', 'tenancy', 'users'];
const replacements = Array.from({ length: rounds(5, 1) }, () => replaced).flat();

describeUnless(missingBuild ?? missingBroker, 'a new version beside the old one, under load', () => {
  let parts: Parts;
  let load: Load;
  const exitCodes: (number | null)[] = [];

  beforeAll(async () => {
    const ports = await inParallel(replacements, 8, async (app) => [app, await freePort()] as const);
    const portsOf = (app: App) => ports.flatMap(([one, port]) => (one === app ? [port] : []));
    parts = await startParts({
      behindProxies: 'circuits',
      further: Object.fromEntries(replaced.map((app) => [app, portsOf(app)])),
    });
    const world = await prepareWorld(parts.gateway.client);
    let client: Client = parts.gateway.client;
    load = startLoad(() => client, world, { repeated: 0 });
    await load.grows(100);
    for (const [app, port] of ports) {
      const old = parts.services.get(app) as Program;
      parts.services.set(app, await parts.startService(app, port));
      old.client.close();
      exitCodes.push(await old.end('SIGTERM'));
    }
    const other = await parts.startGateway();
    client = createClient(other.url, other.token);
    exitCodes.push(await parts.gateway.end('SIGTERM'));
    parts.gateway = other;
    await load.grows(50);
    await load.stop();
    client.close();
  }, 600_000);
  afterAll(() => parts?.stop());

  it('drops no request', () => {
    expect(load.observations.filter(({ status }) => status === 0 || status >= 500)).toEqual([]);
    expect(load.surprises).toEqual([]);
  });

  it('ends the old one in good order', () => {
    expect(new Set(exitCodes)).toEqual(new Set([0]));
  });

  it('keeps every answered write, and records each once', async () => {
    expect(await brokenPromises(parts.gateway.client, load.ledger)).toEqual([]);
    expect(await changeLogFlaws(parts.database.url, parts.gateway.client, load.ledger)).toEqual([]);
  });
});
