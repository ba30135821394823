import { spawn } from 'node:child_process';
import { networkInterfaces } from 'node:os';
import { eventually } from '../harness/eventually';
import { freePort } from '../harness/freePort';
import { entry } from '../harness/program';

/** An address of this machine alone, of IPv6 where it has any: it stands in brackets, and is none that everybody listens on. */
const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));
const { host, named } = hasIpv6 ? { host: '::1', named: '[::1]' } : { host: '127.0.0.2', named: '127.0.0.2' };

/** A program that was started in an empty folder, by somebody who reads what it says. */
export interface FirstStart {
  /** What it and its parts had said when all of them had begun. */
  said: string;
  /** Where it listens, as it is to say it. */
  address: string;
  stop(): Promise<void>;
}

/** Starts a program in a folder, listening where options have it listen, and waits until it and its worker have begun. */
export async function startFirst(command: 'start' | 'split', data: string): Promise<FirstStart> {
  const env = {
    PATH: process.env.PATH,
    PLUMBLINE_DATA: data,
    PLUMBLINE_LOG_FORMAT: 'lines',
    HOST: 'that of the option',
    PORT: 'that of the option',
  };
  const port = await freePort();
  const child = spawn(process.execPath, [entry, command, `--host=${host}`, `--port=${port}`], { env, cwd: data });
  const closed = new Promise((resolve) => child.once('close', resolve));
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  const stop = async () => {
    child.kill('SIGTERM');
    await closed;
  };
  try {
    await eventually('it and its worker have begun', 180_000, async () =>
      ['everything is kept.', 'worker ready'].every((words) => text.includes(words)),
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return { said: text, address: `http://${named}:${port}/`, stop };
}

/** Expects that it said last how to go on, after all that its parts say as they begin. */
export function expectToGoOn({ said, address }: FirstStart): void {
  expect(said.trimEnd().split('\n').at(-1)).toBe('Stop it with Ctrl+C; everything is kept.');
  expect(said).toContain(`Plumbline is ready at ${address}\n`);
}
