import type { Client } from '../harness/client';
import { eventually } from '../harness/eventually';
import { breathe, rounds } from '../harness/long';
import { betweenLooks } from '../harness/program';
import { problemsOf } from '../monitoring/problemsOf';
import { alertQueries, isAboutReplicas } from '../monitoring/queries';
import { toldMeasures } from '../monitoring/toldMeasures';
import type { Estate } from './describeEstate';
import { readsFromReplicas, untilReadFromReplica } from './readers';

/** Answers of each part of the test of a replica that dies. */
const answersOfEach = rounds(100, 25);

/** What has to hold of reads from a replica in each form of the program. */
export function describeReads(estate: () => Estate): void {
  const nameFor = async (client: Client) =>
    (await client.must(200, 'GET', `tenancy/tenants/${estate().tenant}/`)).body.name;
  const throughIpam = async (client: Client) =>
    (await client.must(200, 'GET', `ipam/prefixes/?depth=1&id=${estate().prefix}`)).body.results[0].tenant.name;
  const inCsv = async (client: Client) =>
    (await client.must(200, 'GET', 'ipam/prefixes/?format=csv', undefined, { headers: { accept: 'text/csv' } })).text;

  it('asks the replica, over connections that say so', async () => {
    const { form, pair, reader } = estate();
    const connected = await pair.onStandby(
      "SELECT DISTINCT application_name AS name FROM pg_stat_activity WHERE application_name LIKE 'plumbline %replica'",
    );
    const name = form === 'one' ? 'plumbline tenancy of all replica' : 'plumbline tenancy replica';
    expect(connected.map((row) => row.name)).toContain(name);
    expect(await nameFor(reader)).toBe('first');
  });

  it('shows what one has written at once, however far the replica is behind, and to others a little later', async () => {
    const { pair, program, reader, tenant } = estate();
    await pair.onStandby('SELECT pg_wal_replay_pause()');
    try {
      const seen = await eventually('somebody else is shown the past', 60_000, async () => {
        const name = `renamed ${Date.now()}`;
        const before = await nameFor(reader);
        await program.client.must(200, 'PATCH', `tenancy/tenants/${tenant}/`, { name });
        expect(await nameFor(program.client)).toBe(name);
        expect(await throughIpam(program.client)).toBe(name);
        expect(await inCsv(program.client)).toContain(name);
        const found = await program.client.must(200, 'GET', `tenancy/tenants/?name=${encodeURIComponent(name)}`);
        expect(found.body.count).toBe(1);
        const shown = await nameFor(reader);
        expect([before, name]).toContain(shown);
        return shown === before && { before, name };
      });
      // What is remembered of other services for those who may be shown the past is not shown to others.
      await throughIpam(reader);
      await inCsv(reader);
      expect(await throughIpam(program.client)).toBe(seen.name);
      expect(await inCsv(program.client)).toContain(seen.name);
      // A replica too far behind is left alone.
      await eventually(
        'everybody is shown the present',
        60_000,
        async () => (await nameFor(reader)) === seen.name,
        betweenLooks,
      );
      expect(await throughIpam(reader)).toBe(seen.name);
    } finally {
      await pair.onStandby('SELECT pg_wal_replay_resume()');
    }
    await untilReadFromReplica(program.url, () => nameFor(reader));
  });

  it('checks If-Match, and answers If-None-Match and Cache-Control: no-cache, as things are now', async () => {
    const { program, reader, tenant } = estate();
    await untilReadFromReplica(program.url, () => nameFor(reader));
    const before = await readsFromReplicas(program.url);
    const path = `tenancy/tenants/${tenant}/`;
    const ask = (headers: Record<string, string>) => reader.call('GET', path, undefined, { headers });
    const { headers } = await ask({ 'cache-control': 'no-cache' });
    expect((await ask({ 'if-none-match': String(headers.etag) })).status).toBe(304);
    expect(await readsFromReplicas(program.url)).toBe(before);
    const changed = await reader.call('PATCH', path, { description: 'x' }, { headers: { 'if-match': '"not.this"' } });
    expect(changed.status).toBe(412);
  });

  it('fails no request when the replica dies, and goes back to it', async () => {
    const { pair, program, reader, tenant } = estate();
    await untilReadFromReplica(program.url, () => nameFor(reader));
    const statuses = new Map<number, number>();
    let isOver = false;
    const ask = async () => {
      while (!isOver) {
        for (const path of [`tenancy/tenants/${tenant}/`, 'ipam/prefixes/?depth=1', 'tenancy/tenants/?name__re=^a']) {
          const { status } = await reader.call('GET', path);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          await breathe();
        }
      }
    };
    const load = Promise.all([ask(), ask(), ask(), ask()]);
    const answered = () => [...statuses.values()].reduce((sum, n) => sum + n, 0);
    const more = async () => {
      const goal = answered() + answersOfEach;
      await eventually('requests are answered', 60_000, async () => answered() >= goal);
    };
    try {
      await more();
      await pair.killStandby();
      await more();
      await more();
      await pair.startStandby();
      await untilReadFromReplica(program.url, () => nameFor(reader));
      await more();
    } finally {
      isOver = true;
      await load;
    }
    expect([...statuses.keys()]).toEqual([200]);
  });

  it('tells how far behind it is', async () => {
    const { program } = estate();
    const text = await (await fetch(`${program.url}/metrics/`)).text();
    expect(text).toMatch(/^plumbline_replicas_usable\{service="tenancy"\} [01]$/m);
    expect(text).toMatch(/^plumbline_replica_lag_seconds\{service="tenancy"\} [\d.]+$/m);
    const alerts = alertQueries().filter(isAboutReplicas);
    expect(alerts).not.toEqual([]);
    expect(alerts.flatMap((query) => problemsOf(query, toldMeasures(text)))).toEqual([]);
  });
}
