import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../../program/src/supervisor/findProgram';
import { eventually } from '../harness/eventually';
import { freePort } from '../harness/freePort';

/**
 * Starts a broker as a deployment's own configuration has it, with ports and folders of this machine, and waits until its
 * probe says that it is ready. `users` is the file that the configuration includes.
 */
export async function startConfiguredBroker(
  configuration: string,
  { port, users, probe = '/healthz' }: { port: number; users: string; probe?: string },
): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-nats-'));
  const monitor = await freePort();
  const file = join(folder, 'nats.conf');
  const here = configuration
    .replace('4222', `${port}`)
    .replace('8222', `${monitor}`)
    .replace('/data', folder)
    .replace(/^include .*$/m, 'include "users.conf"');
  writeFileSync(file, here);
  // Files are included by paths from the configuration's own.
  copyFileSync(users, join(folder, 'users.conf'));
  const child: ChildProcess = spawn(findProgram('nats-server')!, ['--config', file], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await eventually('the broker is ready', 60_000, async () => {
      if (child.exitCode !== null) return true;
      const answer = await fetch(`http://127.0.0.1:${monitor}${probe}`).catch(() => undefined);
      await answer?.body?.cancel();
      return answer?.ok;
    });
    if (child.exitCode !== null) throw new Error(`nats-server ended with ${child.exitCode}`);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
