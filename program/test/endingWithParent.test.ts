import { execFileSync, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '@plumbline/log';
import { endingWithParent } from '../src/supervisor/endingWithParent';
import { keepRunning } from '../src/supervisor/keepRunning';

const log = createLog({ name: 'test', level: 'silent' });

/** Ids of the running processes with this text in their command line, the shell around them left out. */
function running(text: string): string[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  return lines.filter((line) => line.trim().endsWith(text) && !line.includes('/bin/sh'));
}

/** Ids of the running processes with this text, once there are so many of them, and none of `others` among them. */
async function runs(text: string, wanted: number, others: number[] = []): Promise<number[]> {
  for (const end = Date.now() + 60_000; ; await sleep(20)) {
    const ids = running(text).map((line) => Number.parseInt(line, 10));
    if (ids.length === wanted && !ids.some((id) => others.includes(id))) return ids;
    if (Date.now() > end) throw new Error(`${ids.length} processes run ${text}, not ${wanted}`);
  }
}

/** A command that nobody else runs on this machine. */
const sleeping = (seconds: number): string => String(seconds * 10_000_000 + process.pid);

describe('a tethered program', () => {
  it('ends with its holder, however that ends', async () => {
    const seconds = sleeping(1);
    const { path, arguments: parameters } = endingWithParent('sleep', [seconds]);
    const holder = spawn(process.execPath, [
      '-e',
      `require('node:child_process').spawn(${JSON.stringify(path)}, ${JSON.stringify(parameters)}, { stdio: ['pipe', 'ignore', 'ignore'], detached: true }); setInterval(() => {}, 1000)`,
    ]);
    await runs(`sleep ${seconds}`, 1);
    holder.kill('SIGKILL');
    await runs(`sleep ${seconds}`, 0);
  });

  it('ends when asked, and is started again when it died by itself', async () => {
    const seconds = sleeping(2);
    const kept = keepRunning(
      { name: 'sleeper', parentLiveness: 'input', ...endingWithParent('sleep', [seconds]) },
      { log, restartAfterMilliseconds: 20 },
    );
    const first = await runs(`sleep ${seconds}`, 1);
    process.kill(first[0] as number, 'SIGKILL');
    await runs(`sleep ${seconds}`, 1, first);
    await kept.stop();
    await runs(`sleep ${seconds}`, 0);
  });
});
