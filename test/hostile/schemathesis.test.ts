import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startForm, type Whole } from '../harness/forms';
import { isLong } from '../harness/long';
import { errorsOf, type LogLine, missingBuild } from '../harness/program';
import { inCi } from '../program/inCi';
import { installPython } from '../program/installPython';
import { sayUntested } from '../program/sayUntested';
import { tally } from '../program/tally';
import { type Attack, attack } from './schemathesis/attack';

const inMegabytes = (bytes = 0): number => Math.round(bytes / 1024 / 1024);

/** Bytes of memory a process holds; undefined where the system does not tell. */
function residentMemory(pid: number): number | undefined {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}

/**
 * What the short form leaves alone: of what every model has, by its list and by its objects, each method is tried in one of the
 * two; and notes are the same at every model.
 */
const repeated =
  /_bulk_update$|(?<!_bulk)(?<!users_config)_partial_update$|(?<!_bulk)_destroy$|^(?!ipam_prefixes_|extras_notes_).*_notes_(list|create)$/;

/** What is tried, one after the other: each kind of request once where there is time, then made up ones without end. */
function* rounds(): Generator<Attack> {
  if (isLong) {
    yield { phases: 'fuzzing', examples: 2, seed: 1 };
    yield { phases: 'stateful', examples: 10, seed: 1 };
    yield { phases: 'examples,coverage', examples: 1, seed: 1 };
  }
  for (let seed = 2; ; seed++)
    yield { phases: 'fuzzing', seed, ...(isLong ? { examples: 5 } : { examples: 1, without: repeated }) };
}

/** The last that the server complained of, to explain what was found. */
const latest = (complaints: readonly LogLine[]): string =>
  complaints
    .slice(-40)
    .map((line) => JSON.stringify(line))
    .join('\n');

describe('schemathesis', () => {
  let program: Whole | undefined;
  let watch: NodeJS.Timeout | undefined;
  afterAll(() => {
    clearInterval(watch);
    return program?.stop();
  });

  const wanted = isLong ? 100_000 : 500;

  it(`finds no wrong answer among ${wanted} requests, and memory stays flat`, async () => {
    const isWanted = isLong || inCi;
    const { folder, missing } = isWanted
      ? await installPython('schemathesis==4.32.5')
      : { folder: '', missing: 'It runs in CI and in npm run test:hostile.' };
    const reason = missing ?? missingBuild;
    if (reason) {
      if (isWanted) throw new Error(reason);
      return sayUntested('answers against the OpenAPI document by schemathesis', reason);
    }
    program = await startForm('one', {
      env: { PLUMBLINE_LOG_LEVEL: 'warn', ...(isLong ? { PLUMBLINE_WORKERS: '1' } : {}) },
    });
    const memory: number[] = [];
    const { pid } = program;
    watch = setInterval(() => memory.push(residentMemory(pid) ?? 0), 5_000);
    let requests = 0;
    for (const each of rounds()) {
      if (requests >= wanted) break;
      const outcome = await attack(join(folder, 'bin', 'schemathesis'), program, each);
      if (outcome.findings) throw new Error(`${outcome.findings}\n${latest(program.complaints)}`);
      requests += outcome.requests;
      process.stderr.write(`schemathesis: ${each.phases}, ${requests} requests, ${inMegabytes(memory.at(-1))} MB\n`);
    }
    tally('schemathesis', requests, 0);
    expect(errorsOf(program)).toEqual([]);
    const half = Math.floor(memory.length / 2);
    const [early, late] = [Math.max(...memory.slice(0, half)), Math.max(...memory.slice(half))];
    expect(inMegabytes(late)).toBeLessThan(400);
    expect(inMegabytes(late - early)).toBeLessThan(100);
  }, 3_600_000);
});
