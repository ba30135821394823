import { spawn } from 'node:child_process';

/** How a command ended; -1 when it is not installed. */
export interface CommandResult {
  exitCode: number;
  /** What it printed on both outputs. */
  output: string;
  /** What it printed on standard output alone. */
  result: string;
}

/** Runs a command to its end and collects what it printed on both outputs. */
export function runCommand(command: string, args: readonly string[]): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let result = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (stream === child.stdout) result += text;
      });
    child.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT'
        ? resolve({ exitCode: -1, output: `${command} is not installed`, result })
        : reject(error),
    );
    child.once('close', (code) => resolve({ exitCode: code ?? 1, output, result }));
  });
}
