// Starts the built program under the oldest Node it takes and under those that are maintained, which come from the
// registry of npm, and then under the one that runs this, asks it for something and examines it:
//   node .ci/nodeVersions.mjs FOLDER
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const [folder] = process.argv.slice(2);
if (!folder) {
  console.log('Usage: node .ci/nodeVersions.mjs FOLDER\nVersions of Node and data are kept in FOLDER.');
  process.exit(2);
}
const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
const oldest = `${engines.node.replace('>=', '')}.0`;
const entry = join(process.cwd(), 'program', 'bin', 'plumbline.js');
const token = '0'.repeat(40);
// Below those that suites take.
const url = 'http://127.0.0.1:11081';
const startsWithin = 90_000;

for (const version of [oldest, '22', '24']) {
  const node = fetchNode(version);
  if (node === undefined) console.log(`\n*** NOT TESTED: Node ${version}. The registry does not give it out.\n`);
  else await tryOut(node, version);
}
// What others have left beside the program does this one no harm.
await tryOut(process.execPath, process.version);

/** The program of a version of Node; undefined when it cannot be had. */
function fetchNode(version) {
  const place = join(folder, `node-${version}`);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), '{}');
  try {
    // What is in these is Node itself, and no script has to be run.
    const name = `node-${process.platform}-${process.arch}`;
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', `${name}@${version}`], {
      cwd: place,
      stdio: 'pipe',
    });
    const node = join(place, 'node_modules', name, 'bin', 'node');
    console.log(`Node ${execFileSync(node, ['--version']).toString().trim()}`);
    return node;
  } catch (error) {
    console.log(String(error.stderr ?? error.message));
    return undefined;
  }
}

/** Starts the program, asks for something, has the doctor look, stops it. */
async function tryOut(node, version) {
  const env = {
    PATH: process.env.PATH,
    PORT: new URL(url).port,
    HOST: '127.0.0.1',
    PLUMBLINE_DATA: join(folder, `data-${version}`),
    PLUMBLINE_SUPERUSER_API_TOKEN: token,
    PLUMBLINE_LOG_LEVEL: 'warn',
  };
  const program = spawn(node, [entry, 'start'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const ended = new Promise((resolve) => program.once('close', resolve));
  try {
    await untilHealthy(program);
    const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ prefix: '192.0.2.0/24', status: 'Active' });
    const made = await fetch(`${url}/api/ipam/prefixes/`, { method: 'POST', headers, body });
    if (made.status !== 201) throw new Error(`A prefix was answered with ${made.status}: ${await made.text()}`);
    console.log(execFileSync(node, [entry, 'doctor', '--quick'], { env }).toString().trim().split('\n').at(-1));
  } catch (error) {
    console.error(`Under Node ${version}: ${error.message}\n${error.stdout ?? ''}${output}`);
    process.exitCode = 1;
  } finally {
    program.kill('SIGTERM');
    if ((await ended) !== 0) {
      console.error(`Under Node ${version} it did not stop in order:\n${output}`);
      process.exitCode = 1;
    }
  }
  if (/\(node:\d+\) .*Warning|"level":"(error|fatal)"/.test(output)) {
    console.error(`Under Node ${version} it complains:\n${output}`);
    process.exitCode = 1;
  }
}

async function untilHealthy(program) {
  for (const deadline = Date.now() + startsWithin; Date.now() < deadline && program.exitCode === null; ) {
    const answer = await fetch(`${url}/health/?format=json`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await sleep(100);
  }
  throw new Error('it does not become healthy');
}
