import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../harness/eventually';
import { type Load, startLoad } from '../harness/load';
import { isLong, within } from '../harness/long';
import type { Links, Parts } from '../harness/parts';
import { signal } from '../harness/processes';
import { untilHealthy } from '../harness/program';
import type { TcpProxy } from '../harness/tcpProxy';
import { prepareWorld } from '../harness/world';
import { itKeepsItsPromises, itLetsGoOfConnections } from './promises';

interface Trouble {
  name: string;
  spoil(link: TcpProxy): void;
  milliseconds: number;
}

const troubles: Trouble[] = [
  { name: 'slow', spoil: (link) => link.set({ late: 50 }), milliseconds: isLong ? 10_000 : 1_500 },
  { name: 'silent', spoil: (link) => link.set('silent'), milliseconds: isLong ? 25_000 : 3_000 },
  { name: 'cut', spoil: (link) => link.set('cut'), milliseconds: isLong ? 10_000 : 1_500 },
  { name: 'broken once', spoil: (link) => link.breakAll(), milliseconds: 500 },
];
const links: (keyof Links)[] = ['database', 'broker', 'http'];
/** Milliseconds without anything to do after which a service looks after things more seldom. */
const quiet = 32_000;
/** Milliseconds after the line is good again within which everything must work. */
const backWithin = within(5_000);

/** What has to hold while each of ipam's connections goes bad in each way. */
export function describeConnections(running: () => Parts): void {
  let parts: Parts;
  let load: Load;
  const faults: { link: string; trouble: string; at: number; until: number; back: number }[] = [];

  beforeAll(async () => {
    parts = running();
    const { gateway } = parts;
    const world = await prepareWorld(gateway.client);
    load = startLoad(() => gateway.client, world);
    await load.grows();
    for (const link of links)
      for (const { name, spoil, milliseconds } of troubles) {
        const at = Date.now();
        spoil(parts.links[link]);
        await sleep(milliseconds);
        parts.links[link].set('good');
        const until = Date.now();
        await untilHealthy(gateway.url, `all of it works after ${name} ${link}`);
        faults.push({ link, trouble: name, at, until, back: Date.now() - until });
        await load.grows();
      }
    await load.stop();
  }, 600_000);
  afterAll(() => load?.stop());

  itKeepsItsPromises(() => ({
    load,
    faults,
    backWithin,
    client: parts.gateway.client,
    databaseUrl: parts.database.url,
  }));
  itLetsGoOfConnections(() => parts.database.url);
  it('is told at once of what it missed, when nothing has gone on for a while', async () => {
    const { client } = parts.gateway;
    await sleep(quiet);
    parts.links.broker.set('cut');
    try {
      const body = { label: 'missed', type: 'text', content_types: ['ipam.prefix'] };
      await client.must(201, 'POST', 'extras/custom-fields/', body);
    } finally {
      parts.links.broker.set('good');
    }
    await eventually('prefixes have the field', within(5_000), async () => {
      const answer = await client.call('GET', 'ipam/prefixes/?limit=1');
      return answer.status === 200 && 'missed' in answer.body.results[0].custom_fields;
    });
  });
  it('names who is silent, and not who waits for them', async () => {
    const { client } = parts.gateway;
    const { id } = (await client.must(201, 'POST', 'tenancy/tenants/', { name: 'waited for' })).body;
    const { results } = (await client.must(200, 'GET', 'ipam/prefixes/?limit=1')).body;
    await client.must(200, 'PATCH', `ipam/prefixes/${results[0].id}/`, { tenant: id });
    const { pid } = parts.services.get('ipam')!;
    signal(pid, 'SIGSTOP');
    try {
      const answers = await Promise.all([
        client.call('GET', `tenancy/tenants/${id}/`),
        client.call('GET', 'tenancy/tenants/?limit=1'),
        client.call('DELETE', `tenancy/tenants/${id}/`),
      ]);
      const told = answers.map(({ status, body }) => [status, body.detail?.split(' is ')[0], body.outcome]);
      expect(told).toEqual([
        [503, 'The ipam service', undefined],
        [503, 'The ipam service', undefined],
        [503, 'The ipam service', 'none'],
      ]);
    } finally {
      signal(pid, 'SIGCONT');
    }
    await untilHealthy(parts.gateway.url);
  });
  it('keeps few connections of the gateway open', () => {
    expect(parts.links.http.open).toBeLessThan(80);
  });
}
