import { createNatsBus } from '../../libs/bus/src';
import { apps, brokerPurpose, keyFor } from '../../libs/config/src';
import { createLog } from '../../libs/log/src';
import type { Broker } from '../harness/broker';
import { type Client, createClient } from '../harness/client';
import { eventually } from '../harness/eventually';
import { freePort } from '../harness/freePort';
import { rounds } from '../harness/long';
import { type Program, secretKey, startProgram } from '../harness/program';
import type { Pair } from '../harness/standby';
import { type Estate, limits } from './describeEstate';
import { createKey, untilReadFromReplica } from './readers';

const log = createLog({ name: 'test', level: 'silent' });

/** Users who write for the first time at one gateway and read at the other. */
const firstWriters = rounds(8, 4);

/** What has to hold where several gateways stand before the services. */
export function describeGateways(estate: () => Estate): void {
  describe('several gateways', () => {
    let pair: Pair;
    let broker: Broker;
    let program: Program;
    let other: Program;
    /** Who has never written, at the first gateway and at the other. */
    let reader: [Client, Client];
    let tenant: string;
    const clients: Client[] = [];

    const clientOf = ({ url }: Program, key: string): Client => {
      const client = createClient(url, key);
      clients.push(client);
      return client;
    };
    const nameFor = async (client: Client) => (await client.must(200, 'GET', `tenancy/tenants/${tenant}/`)).body.name;

    async function startGateway(replicas = true): Promise<Program> {
      const services = apps.map((app, index) => [
        `${app.toUpperCase()}_URL`,
        `http://127.0.0.1:${Number(new URL(program.url).port) + 1 + index}`,
      ]);
      return startProgram({
        arguments: ['--target=gateway'],
        port: await freePort(),
        env: { NATS_URL: broker.url, ...Object.fromEntries(services), ...(replicas ? limits : {}) },
      });
    }

    beforeAll(async () => {
      ({ pair, program, tenant } = estate());
      broker = estate().broker!;
      other = await startGateway();
      const key = await createKey(program.client);
      reader = [clientOf(program, key), clientOf(other, key)];
      await untilReadFromReplica(program.url, () => nameFor(reader[0]));
      await untilReadFromReplica(other.url, () => nameFor(reader[1]));
    });
    afterAll(async () => {
      for (const client of clients) client.close();
      await other?.stop();
    });

    /** Lets work run while the replica shows the past; again until it showed it to the end. */
    async function inThePast(work: (turn: number) => Promise<void>): Promise<void> {
      let turn = 0;
      await eventually('the replica shows the past', 120_000, async () => {
        for (const [gateway, client] of [[program, reader[0]] as const, [other, reader[1]] as const])
          await untilReadFromReplica(gateway.url, () => nameFor(client));
        await pair.onStandby('SELECT pg_wal_replay_pause()');
        try {
          const before = await nameFor(reader[1]);
          await work(turn++);
          return (await nameFor(reader[1])) === before;
        } finally {
          await pair.onStandby('SELECT pg_wal_replay_resume()');
        }
      });
    }

    it('show through one what has been written through another', async () => {
      const keys: string[] = [];
      for (let n = 0; n < firstWriters; n++) keys.push(await createKey(program.client));
      await inThePast(async (turn) => {
        for (const [index, key] of keys.entries()) {
          // Each writes for the first time.
          const [from, to] = index % 2 === 0 ? [program, other] : [other, program];
          const name = `by ${index} in turn ${turn}`;
          await clientOf(from, key).must(200, 'PATCH', `tenancy/tenants/${tenant}/`, { name });
          expect(await nameFor(clientOf(to, key))).toBe(name);
        }
      });
    });

    it('tell of writers though they send no read to a replica themselves', async () => {
      const plain = await startGateway(false);
      try {
        const key = await createKey(program.client);
        await inThePast(async (turn) => {
          const name = `plainly in turn ${turn}`;
          await clientOf(plain, key).must(200, 'PATCH', `tenancy/tenants/${tenant}/`, { name });
          expect(await nameFor(clientOf(other, key))).toBe(name);
        });
      } finally {
        await plain.stop();
      }
    });

    it('forget a writer who went away before the write was handed on', async () => {
      const key = await createKey(program.client);
      const client = clientOf(program, key);
      await untilReadFromReplica(program.url, () => nameFor(client));
      const leaving = new AbortController();
      const listening = await createNatsBus({
        url: broker.url,
        log,
        name: 'gateway',
        key: keyFor(brokerPurpose('gateway'), secretKey),
      });
      await listening.subscribe({ app: 'gateway', model: 'writer', verb: 'wrote' }, async () => {
        leaving.abort();
      });
      const before = estate().left();
      process.kill(other.pid, 'SIGSTOP');
      try {
        const asked = fetch(`${program.url}/api/tenancy/tenants/${tenant}/`, {
          method: 'PATCH',
          body: '{"name": "of nobody"}',
          headers: { authorization: `Token ${key}`, 'content-type': 'application/json' },
          signal: leaving.signal,
        });
        await expect(asked).rejects.toThrow();
        await eventually('the gateway has seen the client leave', 60_000, async () => estate().left() > before);
      } finally {
        process.kill(other.pid, 'SIGCONT');
        await listening.close();
      }
      await untilReadFromReplica(program.url, () => nameFor(client));
      expect(await nameFor(client)).not.toBe('of nobody');
    });

    it('remember what a gateway that is dead has handed on, and do not wait for it for long', async () => {
      const doomed = await startGateway();
      const key = await createKey(program.client);
      const another = await createKey(program.client);
      await inThePast(async (turn) => {
        const name = `through the dead in turn ${turn}`;
        const gateway = turn === 0 ? doomed : await startGateway();
        await clientOf(gateway, key).must(200, 'PATCH', `tenancy/tenants/${tenant}/`, { name });
        await gateway.end('SIGKILL');
        expect(await nameFor(clientOf(other, key))).toBe(name);
        // Somebody else's first write: the dead one cannot say that it knows.
        const fresh = clientOf(program, another);
        const { milliseconds } = await fresh.must(200, 'PATCH', `tenancy/tenants/${tenant}/`, { comments: name });
        expect(milliseconds).toBeLessThan(30_000);
        gateway.client.close();
      });
    });
  });
}
