import type { App } from '../../libs/config/src';
import { type Client, createClient } from '../harness/client';
import { freePort } from '../harness/freePort';
import { type Load, startLoad } from '../harness/load';
import { rounds } from '../harness/long';
import { inParallel } from '../harness/parallel';
import type { Parts } from '../harness/parts';
import { brokenPromises, changeLogFlaws } from '../harness/verify';
import { prepareWorld } from '../harness/world';

/** Services of which processes are replaced, those of a round at once; none whose connection to the gateway goes through a proxy. */
const replaced: App[] = ['tenancy', 'extras', 'users', 'dcim'];

/** The port of the process that is next, for each service and round. */
export type Replacements = Map<App, number>[];

/** Chooses ports: the gateway has to know them beforehand. */
export async function chooseReplacements(): Promise<Replacements> {
  const chosen: Replacements = [];
  for (let round = 0; round < rounds(5, 1); round++) {
    const ports = new Map<App, number>();
    for (const app of replaced) ports.set(app, await freePort());
    chosen.push(ports);
  }
  return chosen;
}

/** What has to hold while processes are replaced by others of the same service in good order, under load. */
export function describeReplacement(running: () => Parts, replacements: () => Replacements): void {
  let parts: Parts;
  let load: Load;
  const exitCodes: (number | null)[] = [];

  beforeAll(async () => {
    parts = running();
    let client: Client = parts.gateway.client;
    load = startLoad(() => client, await prepareWorld(client), { repeated: 0 });
    await load.grows(rounds(100, 25));
    for (const round of replacements())
      await inParallel([...round], replaced.length, async ([app, port]) => {
        const old = parts.services.get(app)!;
        parts.services.set(app, await parts.startService(app, port));
        old.client.close();
        // Both take requests, and some are under way.
        await load.grows();
        exitCodes.push(await old.end('SIGTERM'));
      });
    const other = await parts.startGateway();
    await load.grows();
    const ending = parts.gateway.end('SIGTERM');
    client = createClient(other.url, other.token);
    exitCodes.push(await ending);
    parts.gateway = other;
    await load.grows(50);
    await load.stop();
    client.close();
  }, 600_000);
  afterAll(() => load?.stop());

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
}
