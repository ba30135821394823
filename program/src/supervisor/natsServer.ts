import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError } from '@plumbline/command';
import { makeFolder, type Settings } from '@plumbline/config';
import type { Log } from '@plumbline/log';
import { brokerAuthorization } from '../broker';
import { freePort } from '../embedded-postgres/freePort';
import { servicesOf } from '../start/services';
import { endingWithParent } from './endingWithParent';
import { findProgram } from './findProgram';
import { keepRunning } from './keepRunning';

export interface NatsServer {
  url: string;
  stop(): Promise<void>;
}

const usualPort = 4222;
const readyWithinMilliseconds = 5_000;
/** Another process may take the port between our look and the server's. */
const attempts = 3;
/** It listens within a fraction of this. */
const healthyAfterMilliseconds = 1_000;
const howToInstall =
  'The split form needs NATS, and nats-server was not found in PATH. Install it (Debian and Ubuntu: apt-get install nats-server; ' +
  'macOS: brew install nats-server; elsewhere: https://github.com/nats-io/nats-server/releases), ' +
  'or set NATS_URL to a server that is already running.';

/**
 * Runs a NATS server with JetStream on 127.0.0.1 that lets in the parts of Plumbline alone, and keeps it running, its
 * data in a folder of the data folder; throws a `UsageError` that says how to install it when it is not there.
 */
export async function startNatsServer(settings: Settings, log: Log): Promise<NatsServer> {
  const path = findProgram('nats-server');
  if (!path) throw new UsageError(howToInstall);
  const folder = join(settings.dataDir, 'nats');
  const authorization = brokerAuthorization(settings.secretKey, servicesOf(settings));
  for (let attempt = 1; ; attempt++) {
    const port = await freePort(attempt === 1 ? usualPort : 0);
    const command = endingWithParent(path, ['-c', writeConfiguration(folder, port, authorization)]);
    const running = keepRunning(
      { name: 'nats-server', parentLiveness: 'input', ...command },
      { log, healthyAfterMilliseconds },
    );
    if (await listens(folder)) {
      const url = `nats://127.0.0.1:${port}`;
      log.info({ natsUrl: url }, 'NATS is ready');
      return { url, stop: () => running.stop() };
    }
    await running.stop();
    if (attempt === attempts) throw new Error(`nats-server did not listen on port ${port}`);
  }
}

/**
 * Clients that have frozen or lost their line are dropped after a few seconds, so that nobody waits for their answers.
 */
function writeConfiguration(folder: string, port: number, authorization: string): string {
  rmSync(portsFolder(folder), { recursive: true, force: true });
  makeFolder(portsFolder(folder));
  const file = join(folder, 'nats-server.conf');
  const lines = [
    `listen: "127.0.0.1:${port}"`,
    'ping_interval: "3s"',
    'ping_max: 2',
    `ports_file_dir: ${JSON.stringify(portsFolder(folder))}`,
    `jetstream { store_dir: ${JSON.stringify(folder)} }`,
    authorization,
  ];
  writeFileSync(file, lines.join('\n'));
  return file;
}

/** Where the server says on which ports it listens; whoever else listens there does not say so here. */
const portsFolder = (folder: string): string => join(folder, 'ports');

async function listens(folder: string): Promise<boolean> {
  for (const end = Date.now() + readyWithinMilliseconds; Date.now() < end; await sleep(50))
    if (readdirSync(portsFolder(folder)).length > 0) return true;
  return false;
}
