import { type Broker, missingBroker, startBroker } from '../harness/broker';
import type { Client } from '../harness/client';
import { eventually } from '../harness/eventually';
import { breathe } from '../harness/long';
import { type Form, missingBuild, type Program, startProgram } from '../harness/program';
import { runCommand } from '../harness/runCommand';
import { type Pair, startPair } from '../harness/standby';
import { problemsOf } from '../monitoring/problemsOf';
import { alertQueries, isAboutReplicas } from '../monitoring/queries';
import { toldMeasures } from '../monitoring/toldMeasures';
import { describeUnless } from '../program/describeUnless';
import { createReader, readsFromReplicas, untilReadFromReplica } from './readers';

/** What has to hold of reads from a replica in one form of the program. */
export function describeReads(form: Form): void {
  describeUnless(
    missingBuild ?? (form === 'split' ? missingBroker : undefined),
    `reads from a replica, in the form ${form}`,
    () => {
      let pair: Pair;
      let broker: Broker | undefined;
      let program: Program;
      let reader: Client;
      let tenant: string;
      let prefix: string;

      beforeAll(async () => {
        pair = await startPair();
        broker = form === 'split' ? await startBroker() : undefined;
        program = await startProgram({
          arguments: form === 'split' ? ['split'] : ['start'],
          env: {
            DATABASE_URL: pair.primaryUrl,
            PLUMBLINE_READ_REPLICA_URL: pair.standbyUrl,
            PLUMBLINE_READ_REPLICA_LAG: '5',
            PLUMBLINE_READ_REPLICA_PAUSE: '2',
            PLUMBLINE_WORKERS: '0',
            ...(broker ? { NATS_URL: broker.url } : {}),
          },
        });
        const { client } = program;
        reader = await createReader(client, program.url);
        tenant = (await client.must(201, 'POST', 'tenancy/tenants/', { name: 'first' })).body.id;
        const { body: statuses } = await client.must(200, 'GET', 'extras/statuses/?name=Active');
        const given = { prefix: '10.0.0.0/8', status: statuses.results[0].id, tenant };
        prefix = (await client.must(201, 'POST', 'ipam/prefixes/', given)).body.id;
        await untilReadFromReplica(program.url, () => reader.call('GET', `tenancy/tenants/${tenant}/`));
      });
      afterAll(async () => {
        reader?.close();
        await program?.stop();
        await broker?.stop();
        await pair?.stop();
      });

      const nameFor = async (client: Client) => (await client.must(200, 'GET', `tenancy/tenants/${tenant}/`)).body.name;
      const throughIpam = async (client: Client) =>
        (await client.must(200, 'GET', `ipam/prefixes/?depth=1&id=${prefix}`)).body.results[0].tenant.name;
      const inCsv = async (client: Client) =>
        (await client.must(200, 'GET', 'ipam/prefixes/?format=csv', undefined, { headers: { accept: 'text/csv' } }))
          .text;

      it('asks the replica, over connections that say so', async () => {
        const connected = await pair.onStandby(
          "SELECT DISTINCT application_name AS name FROM pg_stat_activity WHERE application_name LIKE 'plumbline %replica'",
        );
        const name = form === 'one' ? 'plumbline tenancy of all replica' : 'plumbline tenancy replica';
        expect(connected.map((row) => row.name)).toContain(name);
        expect(await nameFor(reader)).toBe('first');
      });

      it('shows what one has written at once, however far the replica is behind, and to others a little later', async () => {
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
          await eventually('everybody is shown the present', 60_000, async () => (await nameFor(reader)) === seen.name);
          expect(await throughIpam(reader)).toBe(seen.name);
        } finally {
          await pair.onStandby('SELECT pg_wal_replay_resume()');
        }
        await untilReadFromReplica(program.url, () => nameFor(reader));
      });

      it('checks If-Match, and answers If-None-Match and Cache-Control: no-cache, as things are now', async () => {
        await untilReadFromReplica(program.url, () => nameFor(reader));
        const before = await readsFromReplicas(program.url);
        const path = `tenancy/tenants/${tenant}/`;
        const ask = (headers: Record<string, string>) => reader.call('GET', path, undefined, { headers });
        const { headers } = await ask({ 'cache-control': 'no-cache' });
        expect((await ask({ 'if-none-match': String(headers.etag) })).status).toBe(304);
        expect(await readsFromReplicas(program.url)).toBe(before);
        const changed = await reader.call(
          'PATCH',
          path,
          { description: 'x' },
          { headers: { 'if-match': '"not.this"' } },
        );
        expect(changed.status).toBe(412);
      });

      it('fails no request when the replica dies, and goes back to it', async () => {
        await untilReadFromReplica(program.url, () => nameFor(reader));
        const statuses = new Map<number, number>();
        let isOver = false;
        const ask = async () => {
          while (!isOver) {
            for (const path of [
              `tenancy/tenants/${tenant}/`,
              'ipam/prefixes/?depth=1',
              'tenancy/tenants/?name__re=^a',
            ]) {
              const { status } = await reader.call('GET', path);
              statuses.set(status, (statuses.get(status) ?? 0) + 1);
              await breathe();
            }
          }
        };
        const load = Promise.all([ask(), ask(), ask(), ask()]);
        const answered = () => [...statuses.values()].reduce((sum, n) => sum + n, 0);
        const more = async () => {
          const goal = answered() + 100;
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
        const text = await (await fetch(`${program.url}/metrics/`)).text();
        expect(text).toMatch(/^plumbline_replicas_usable\{service="tenancy"\} [01]$/m);
        expect(text).toMatch(/^plumbline_replica_lag_seconds\{service="tenancy"\} [\d.]+$/m);
        const alerts = alertQueries().filter(isAboutReplicas);
        expect(alerts).not.toEqual([]);
        expect(alerts.flatMap((query) => problemsOf(query, toldMeasures(text)))).toEqual([]);
      });

      it('is what the doctor looks after', async () => {
        const doctor = async () =>
          (
            await runCommand(['doctor', '--quick'], {
              DATABASE_URL: pair.primaryUrl,
              PLUMBLINE_READ_REPLICA_URL: pair.standbyUrl,
              PLUMBLINE_READ_REPLICA_LAG: '60',
            })
          ).text;
        expect(await doctor()).toContain('ok    ipam: read replicas: 1 of 1 within 60 s of the primary');
        await pair.killStandby();
        try {
          expect(await doctor()).toMatch(/look {2}ipam: read replicas: 0 of 1 .*\n {6}→ The primary answers instead\./);
        } finally {
          await pair.startStandby();
        }
      });
    },
  );
}
