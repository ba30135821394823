import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordingsFolder, type Scenario } from './recording';

/** What the replayer found in one scenario. */
export interface Replayed {
  name: string;
  passed: number;
  failed: number;
  /** The steps with differences, `ok` where these do not matter. */
  steps: { name: string; ok: boolean; method: string; path: string; diffs: Difference[] }[];
}

interface Difference {
  category: string;
  path: string;
  expected?: unknown;
  actual?: unknown;
  body?: string;
}

/** Scenarios replayed so far: by their numbers they name their objects differently, also those of different files. */
let replayedBefore = 0;

/** Replays scenarios against a server; rejects when the replayer itself fails. */
export async function replay(
  file: string,
  scenarios: Scenario[],
  server: { url: string; token: string },
): Promise<Replayed[]> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-replay-'));
  try {
    const [recording, report] = [join(folder, file), join(folder, 'report.out')];
    writeFileSync(recording, JSON.stringify({ scenarios }));
    const script = join(recordingsFolder, 'replay.mjs');
    const numbered = ['--first', String(replayedBefore)];
    replayedBefore += scenarios.length;
    await run([
      script,
      '--base',
      server.url,
      '--token',
      server.token,
      '--quiet',
      ...numbered,
      '--json',
      report,
      recording,
    ]);
    return (JSON.parse(readFileSync(report, 'utf8')) as { scenarios: Replayed[] }).scenarios;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Failed steps make the replayer exit with 1, which is not a failure of its own. */
function run(args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => {
      complaint += chunk.toString();
    });
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 || code === 1 ? resolve() : reject(new Error(`The replayer ended with ${code}: ${complaint}`)),
    );
  });
}
