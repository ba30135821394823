import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** One process, or the gateway and each service in one of its own. */
export type Form = 'one' | 'split';

/** A Plumbline that runs beside the tests. */
export interface RunningProgram {
  url: string;
  stop(): Promise<void>;
}

const startsWithin = 120_000;
const program = join(dirname(require.resolve('@plumbline/program/package.json')), 'bin', 'plumbline.js');

/** Starts Plumbline in one of its forms on a port that is free, in a folder that goes with it; resolves when it is healthy. */
export async function runProgram(form: Form, env: Record<string, string>): Promise<RunningProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-app-'));
  const child = spawn(process.execPath, [program, form === 'split' ? 'split' : 'start'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', PLUMBLINE_DATA: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(String(chunk)));
  try {
    return { url: await addressOf(child, said), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Where it can be asked, when all of it works. */
async function addressOf(child: ChildProcess, said: readonly string[]): Promise<string> {
  const end = Date.now() + startsWithin;
  while (child.exitCode === null && child.signalCode === null && Date.now() < end) {
    const [, url] = /ready at (http:\/\/[^/\s]+)/.exec(said.join('')) ?? [];
    if (url !== undefined && (await isHealthy(url))) return url;
    await sleep(100);
  }
  throw new Error(`Plumbline did not start. It said:\n${said.join('').slice(-10_000)}`);
}

async function isHealthy(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/health/?format=json`).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.ok === true;
}
