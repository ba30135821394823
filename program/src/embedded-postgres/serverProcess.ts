import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '@plumbline/log';
import type { Account } from './account';
import type { Binaries } from './binaries';
import { serverEnvironment } from './cluster';
import { readPostmaster } from './postmaster';
import type { ServerFolder } from './serverFolder';
import { prepareSocketFolder } from './socketFolder';

const defaults: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_permissions: '0700',
  max_connections: '300',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  // What was written since the last checkpoint but one is gone through again after a crash: that must be a matter of
  // seconds.
  checkpoint_timeout: '2min',
  fsync: 'on',
  // While it goes back to a moment nobody is let in, so that a server that lets somebody in also takes writes.
  hot_standby: 'off',
  password_encryption: 'scram-sha-256',
  // Refused statements are the callers' to report; the server's own log is for the server.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

const logLimit = 10 * 1024 * 1024;
const patience = 60_000;
const reportEvery = 10_000;

/**
 * Starts the server and waits until it takes connections and writes; throws with the end of its log when it gives up.
 * A server that goes back to a moment (an archive recovery) is waited for as long as it does so.
 */
export async function spawnServer(
  folder: ServerFolder,
  binaries: Binaries,
  account: Account | undefined,
  port: number,
  log: Log,
  settings: Record<string, string> = {},
): Promise<ChildProcess> {
  const socket = await prepareSocketFolder(folder, account);
  const all = { ...defaults, unix_socket_directories: socket ?? '', ...settings, port: String(port) };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const output = openLog(folder.log);
  const child = spawn(binaries.postgres, ['-D', folder.data, ...options], {
    cwd: folder.path,
    env: serverEnvironment,
    uid: account?.uid,
    gid: account?.gid,
    stdio: ['ignore', output, output],
    // In a process group of its own, so that Ctrl-C reaches Plumbline only, which stops the server when it has
    // finished.
    detached: true,
  });
  closeSync(output);
  child.unref();
  await accepting(child, folder, log);
  return child;
}

async function accepting(child: ChildProcess, folder: ServerFolder, log: Log): Promise<void> {
  let failure: string | undefined;
  child.once('error', (error) => {
    failure = error.message;
  });
  child.once('exit', (code, signal) => {
    failure = `exit code ${code ?? signal}`;
  });
  const began = Date.now();
  let reported = began;
  for (let end = began + patience; Date.now() < end; ) {
    const postmaster = readPostmaster(folder.data);
    const status = postmaster?.pid === child.pid ? postmaster?.status : undefined;
    if (status === 'ready') return;
    if (failure !== undefined) throw new Error(`PostgreSQL did not start (${failure}): ${lastLines(folder.log)}`);
    if (status === 'standby') end = Date.now() + patience;
    if (status === 'standby' && Date.now() - reported >= reportEvery) {
      reported = Date.now();
      const seconds = Math.round((reported - began) / 1000);
      log.info({ seconds, log: folder.log }, 'The embedded PostgreSQL goes through its archive; waiting for its end.');
    }
    await delay(10);
  }
  child.kill('SIGQUIT');
  throw new Error(`PostgreSQL did not start within ${patience / 1000} seconds: ${lastLines(folder.log)}`);
}

function openLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > logLimit) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
}

const lastLines = (file: string): string => readFileSync(file, 'utf8').trim().split('\n').slice(-5).join('\n');
