import { execFile, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { entry, secretKey } from './program';

/** How a command ended, and everything it said. */
export interface Outcome {
  exitCode: number;
  text: string;
}

const givenTo = (env: Record<string, string>) => ({ PATH: process.env.PATH, PLUMBLINE_SECRET_KEY: secretKey, ...env });

/**
 * Runs one of the program's commands until it ends, with no other settings and no other input than those given; of another
 * program's file where one is named.
 */
export const runCommand = (args: string[], env: Record<string, string>, input = '', file = entry): Promise<Outcome> =>
  new Promise((resolve) => {
    const given = givenTo(env);
    const command = execFile(
      process.execPath,
      [file, ...args],
      { env: given, cwd: tmpdir() },
      (error, stdout, stderr) => resolve({ exitCode: error ? Number(error.code ?? -1) : 0, text: stdout + stderr }),
    );
    // A command that reads nothing may have ended by now.
    command.stdin!.on('error', () => {}).end(input);
  });

/** A command that has not ended yet. */
export interface RunningCommand {
  /** Everything it has said so far. */
  said(): string;
  signal(name: NodeJS.Signals): void;
  ended: Promise<Outcome>;
}

/** Begins one of the program's commands. */
export function startCommand(args: string[], env: Record<string, string>): RunningCommand {
  const command = spawn(process.execPath, [entry, ...args], {
    env: givenTo(env),
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [command.stdout, command.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
    });
  const ended = new Promise<Outcome>((resolve) =>
    command.once('close', (exitCode) => resolve({ exitCode: exitCode ?? -1, text: said })),
  );
  return { said: () => said, signal: (name) => void command.kill(name), ended };
}

/**
 * Runs one of the program's commands of which nobody takes what it writes to standard output: that is a full disk, or a pipe
 * whose reader is gone. What it said is on standard error.
 */
export async function runUnheard(
  args: string[],
  env: Record<string, string>,
  output: 'full' | 'closed',
): Promise<Outcome> {
  const full = output === 'full' ? openSync('/dev/full', 'w') : undefined;
  const command = spawn(process.execPath, [entry, ...args], {
    env: givenTo(env),
    cwd: tmpdir(),
    stdio: ['ignore', full ?? 'pipe', 'pipe'],
  });
  if (full !== undefined) closeSync(full);
  command.stdout?.destroy();
  const ended = new Promise<number>((resolve) => command.once('close', (exitCode) => resolve(exitCode ?? -1)));
  const said = await text(command.stderr!);
  return { exitCode: await ended, text: said };
}
