import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brokerAuthorization } from '../../program/src/broker';
import { findProgram } from '../../program/src/supervisor/findProgram';
import { administratorUrl, withAdministrator } from './brokerAdministrator';
import { eventually } from './eventually';
import { freePort } from './freePort';
import { listens } from './listens';
import { secretKey } from './program';

/** A NATS server that tests may treat badly. */
export interface Broker {
  port: number;
  url: string;
  /** The same as somebody who may do everything there, as an operator may. */
  administratorUrl: string;
  pid(): number | undefined;
  /** Ends it without a word. */
  kill(): Promise<void>;
  /** Starts it again on the same port, with the data it kept. */
  start(): Promise<void>;
  /** Kills it, throws away all it kept, and starts it again. */
  wipe(): Promise<void>;
  stop(): Promise<void>;
}

/** Why there is no broker to be had, if there is none. */
export const missingBroker = findProgram('nats-server')
  ? undefined
  : 'nats-server is not installed (apt-get install nats-server).';

/**
 * Starts a NATS server on a port and a folder of its own; with JetStream unless told otherwise. It lets in those that come
 * with the program, or those that `authorization` says (`plumbline nats-config`).
 */
export async function startBroker({
  stream = true,
  authorization = brokerAuthorization(secretKey),
} = {}): Promise<Broker> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-nats-'));
  const port = await freePort();
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const configuration = join(folder, 'nats-server.conf');
    mkdirSync(folder, { recursive: true });
    const lines = [`listen: "127.0.0.1:${port}"`, 'ping_interval: "3s"', 'ping_max: 2'];
    if (stream) lines.push(`jetstream { store_dir: "${folder}" }`);
    lines.push(withAdministrator(authorization));
    writeFileSync(configuration, `${lines.join('\n')}\n`);
    child = spawn(findProgram('nats-server')!, ['-c', configuration], { stdio: 'ignore' });
    await eventually('nats-server listens', 60_000, () => listens(port));
  }
  async function kill(): Promise<void> {
    const dying = child;
    child = undefined;
    if (!dying || dying.exitCode !== null || dying.signalCode !== null) return;
    const gone = new Promise((resolve) => dying.once('exit', resolve));
    dying.kill('SIGKILL');
    await gone;
  }
  await start();
  return {
    port,
    url: `nats://127.0.0.1:${port}`,
    administratorUrl: administratorUrl(port),
    pid: () => child?.pid,
    kill,
    start,
    wipe: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
      await start();
    },
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
