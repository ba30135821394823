import { spawn } from 'node:child_process';
import { readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { appsOf, makeFolder } from '@plumbline/config';
import { after, type LogLine, lastWordsOf, type Outcome, type ProcessLimits, type RunningJob } from '@plumbline/jobs';
import type { WorkerParts } from './workerParts';

/** A command, and the job it is run for. */
export interface CommandRun extends WorkerParts {
  command: string;
  resultId: string;
  limits: ProcessLimits;
  lines(lines: LogLine[]): Promise<void>;
}

/** Runs a command of the program itself that writes a file into the folder of dumps, as an operator would. */
export function runCommand({
  settings,
  entry,
  command,
  resultId,
  limits,
  lines,
}: CommandRun): Pick<RunningJob, 'ended' | 'stop'> {
  const folder = join(settings.dataDir, 'dumps');
  const file = join(
    folder,
    `${new Date().toISOString().slice(0, 19).replaceAll(':', '')}-${resultId.slice(0, 8)}.jsonl.gz`,
  );
  let stopped = false;
  let overdue = false;
  let stop = () => {
    stopped = true;
  };

  async function run(): Promise<Outcome> {
    const missing = appsOf(settings).filter((app) => !settings.databaseUrl && !settings.databaseUrls[app]);
    if (missing.length > 0)
      return failed(
        'DatabasesUntold',
        `This worker is not told the databases of ${missing.join(', ')}. Tell it those of all services, or run \`plumbline ${command}\` where they are known.`,
      );
    makeFolder(folder, 0o700);
    if (stopped) return { kind: 'stopped' };
    const child = spawn(process.execPath, [entry, command, file], { stdio: ['ignore', 'pipe', 'pipe'] });
    const words = lastWordsOf(child);
    const callOff =
      limits.timeLimit > 0 &&
      after(limits.timeLimit, () => {
        overdue = true;
        child.kill('SIGKILL');
      });
    stop = () => {
      stopped = true;
      child.kill('SIGKILL');
    };
    const code = await new Promise<number | null>((resolve, reject) =>
      child.once('close', resolve).once('error', reject),
    );
    if (callOff) callOff();
    if (code !== 0) await clearAway(folder, basename(file));
    if (stopped) return { kind: 'stopped' };
    if (overdue) return failed('TimeLimitExceeded', `The time limit of ${limits.timeLimit} s is over.`);
    if (code !== 0) return failed('CommandFailed', words().trim() || `The command ended with ${code}.`);
    const { size } = await stat(file);
    const message = `${file} has ${size} bytes.`;
    await lines([{ time: new Date().toISOString(), level: 'info', grouping: 'main', message, object: '', url: '' }]);
    return { kind: 'done', result: { file, bytes: size } };
  }

  return { ended: run(), stop: () => stop() };
}

const failed = (type: string, message: string): Outcome => ({ kind: 'failed', type, message, traceback: message });

/** Removes what a command that did not come to its end has written so far: it stands beside its file. */
async function clearAway(folder: string, file: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith(`${file}.`)) await rm(join(folder, name), { force: true });
}
