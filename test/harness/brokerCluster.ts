import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brokerAuthorization } from '../../program/src/broker';
import { findProgram } from '../../program/src/supervisor/findProgram';
import { eventually } from './eventually';
import { freePort } from './freePort';
import { listens } from './listens';
import { secretKey } from './program';

/** NATS servers that pass messages on to one another. */
export interface BrokerCluster {
  /** All of them, separated by commas. */
  urls: string;
  /** How many connections of clients a server has now. */
  connectionsOf(index: number): Promise<number>;
  /** Ends one without a word. */
  kill(index: number): Promise<void>;
  start(index: number): Promise<void>;
  stop(): Promise<void>;
}

interface Member {
  port: number;
  route: number;
  monitor: number;
  child?: ChildProcess;
}

/** Starts three NATS servers as one cluster, with JetStream. */
export async function startBrokerCluster(): Promise<BrokerCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-cluster-'));
  const members: Member[] = [];
  for (let n = 0; n < 3; n++)
    members.push({ port: await freePort(), route: await freePort(), monitor: await freePort() });
  const routes = members.map(({ route }) => `"nats://127.0.0.1:${route}"`).join(', ');

  async function start(index: number): Promise<void> {
    const member = members[index]!;
    const file = join(folder, `${index}.conf`);
    const lines = [
      `server_name: "n${index}"`,
      `listen: "127.0.0.1:${member.port}"`,
      `http: "127.0.0.1:${member.monitor}"`,
      `jetstream { store_dir: "${join(folder, String(index))}" }`,
      `cluster { name: "test", listen: "127.0.0.1:${member.route}", routes: [${routes}] }`,
      brokerAuthorization(secretKey),
    ];
    writeFileSync(file, `${lines.join('\n')}\n`);
    member.child = spawn(findProgram('nats-server')!, ['-c', file], { stdio: 'ignore' });
    await eventually('nats-server listens', 60_000, () => listens(member.port));
  }

  async function kill(index: number): Promise<void> {
    const { child } = members[index]!;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }

  const ask = async (index: number, page: string): Promise<Record<string, number>> =>
    (await fetch(`http://127.0.0.1:${members[index]!.monitor}/${page}`)).json() as Promise<Record<string, number>>;

  for (const index of members.keys()) await start(index);
  await eventually('the servers have found one another', 60_000, async () => {
    const found = await Promise.all(members.map((_, index) => ask(index, 'routez')));
    return found.every(({ num_routes }) => (num_routes ?? 0) >= members.length - 1);
  });
  return {
    urls: members.map(({ port }) => `nats://127.0.0.1:${port}`).join(','),
    connectionsOf: async (index) => (await ask(index, 'connz')).num_connections ?? 0,
    kill,
    start,
    stop: async () => {
      for (const index of members.keys()) await kill(index);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
