import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The broker's program, in PATH or where Debian puts it; undefined when it is not installed. */
export function findNatsServer(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/bin'];
  return folders.map((folder) => join(folder, 'nats-server')).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export interface Broker {
  url: string;
  port: number;
  /** Its log so far. */
  said(): string;
  stop(): Promise<void>;
}

/** Starts a broker of its own and waits until it listens. */
export async function startNatsServer(program: string, port?: number, options: string[] = []): Promise<Broker> {
  const child = spawn(program, ['-a', '127.0.0.1', '-p', String(port ?? -1), ...options], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  const chosen = await new Promise<number>((resolve, reject) => {
    child.stderr?.on('data', (text) => {
      said += text;
      const listening = /client connections on 127\.0\.0\.1:(\d+)/.exec(said);
      if (listening && said.includes('Server is ready')) resolve(Number(listening[1]));
    });
    child.once('exit', (code) => reject(new Error(`nats-server ended with ${code}: ${said}`)));
  });
  return { url: `nats://127.0.0.1:${chosen}`, port: chosen, said: () => said, stop: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}
