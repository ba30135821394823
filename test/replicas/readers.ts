import { randomBytes } from 'node:crypto';
import { type Client, createClient } from '../harness/client';
import { eventually } from '../harness/eventually';
import { betweenLooks } from '../harness/program';

/** Makes a user who may do anything, and answers a client of theirs. */
export async function createReader(admin: Client, url: string): Promise<Client> {
  return createClient(url, await createKey(admin));
}

/** Makes a user who may do anything, and answers their token. */
export async function createKey(admin: Client): Promise<string> {
  const username = `reader-${randomBytes(4).toString('hex')}`;
  const password = `${username} is long`;
  await admin.must(201, 'POST', 'users/users/', { username, password, is_superuser: true });
  const key = randomBytes(20).toString('hex');
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  await admin.must(201, 'POST', 'users/tokens/', { key }, { headers: { authorization } });
  return key;
}

/** How many answers of a gateway have come from a replica so far. */
export async function readsFromReplicas(gatewayUrl: string): Promise<number> {
  const text = await (await fetch(`${gatewayUrl}/metrics/`)).text();
  const lines = text.split('\n').filter((line) => line.startsWith('plumbline_replica_reads_total{'));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

/** Reads until one of the answers came from a replica. */
export async function untilReadFromReplica(gatewayUrl: string, read: () => Promise<unknown>): Promise<void> {
  const before = await readsFromReplicas(gatewayUrl);
  const look = async () => {
    await read();
    return (await readsFromReplicas(gatewayUrl)) > before;
  };
  await eventually('a read goes to the replica', 60_000, look, betweenLooks);
}
