import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Program } from '../../harness/program';

export interface Attack {
  /** Which of schemathesis' phases to run, separated by commas. */
  phases: string;
  /** Requests made up for each operation. */
  examples: number;
  seed: number;
  /** Operations that are left alone, by their ids. */
  without?: RegExp;
}

export interface Outcome {
  requests: number;
  /** What schemathesis found wrong, with the request that shows it; empty when nothing is. */
  findings: string;
}

interface Report {
  complete: boolean;
  test_cases: { generated: number; errored: number };
  failures: { title: string; operations: string[] }[];
  errors: { title: string; count: number }[];
}

/** No answer may be a server's error, or anything else than the API's description of itself promises. */
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];

/**
 * A fault of CPython 3.11 that strikes now and then while schemathesis makes requests up; it says nothing of an answer.
 */
const pythonsOwn = /Runtime Error\s+AST constructor recursion depth mismatch/g;

/** Lets schemathesis loose on a program: valid and invalid requests made up from its OpenAPI document. */
export async function attack(command: string, program: Program, asked: Attack): Promise<Outcome> {
  const { phases, examples, seed, without } = asked;
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-attack-'));
  try {
    const options = [
      ['--phases', phases],
      ['--max-examples', String(examples)],
      ['--seed', String(seed)],
      ['--checks', checks.join(',')],
      ['--header', `Authorization: Token ${program.token}`],
      ['--workers', '1'],
      ['--report', 'json'],
      ['--report-dir', folder],
      ['--suppress-health-check', 'all'],
      ['--generation-database', 'none'],
      ['--request-timeout', '30'],
      without === undefined ? [] : ['--exclude-operation-id-regex', without.source],
    ].flat();
    const flags = ['--continue-on-failure', '--no-shrink', '--no-color'];
    const env = {
      ...process.env,
      SCHEMATHESIS_HOOKS: 'hooks',
      PYTHONPATH: __dirname,
      PLUMBLINE_PROTECTED: await own(program),
    };
    const output = await runIn(folder, env, command, ['run', `${program.url}/api/swagger.json`, ...options, ...flags]);
    const [file] = readdirSync(folder).filter((name) => name.endsWith('.json'));
    if (!file) throw new Error(output.slice(-3000));
    const report = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Report;
    const errors = report.errors.reduce((sum, { count }) => sum + count, 0);
    const isSound =
      report.complete && report.failures.length === 0 && errors <= [...output.matchAll(pythonsOwn)].length;
    return { requests: report.test_cases.generated, findings: isSound ? '' : findingsIn(output) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The ids of the account that the requests are made with, and of its token. */
async function own({ url, token }: Program): Promise<string> {
  const idsIn = async (path: string): Promise<string[]> => {
    const answer = await fetch(`${url}/api/users/${path}`, { headers: { authorization: `Token ${token}` } });
    const { results } = (await answer.json()) as { results: { id: string }[] };
    return results.map(({ id }) => id);
  };
  return [...(await idsIn('users/?username=admin')), ...(await idsIn('tokens/'))].join();
}

function findingsIn(output: string): string {
  const start = output.search(/=+ (FAILURES|ERRORS) =+/);
  return start < 0 ? output.slice(-5_000) : output.slice(start, start + 20_000);
}

function runIn(cwd: string, env: NodeJS.ProcessEnv, command: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    child.once('error', reject);
    child.once('close', () => resolve(output));
  });
}
