// Clones what is committed into a folder, runs `npm start` there as a newcomer would, and stops it as Ctrl+C does.
//   node .ci/freshClone.mjs FOLDER
import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const clone = join(process.argv[2], 'clone');
const url = 'http://127.0.0.1:18080/api/';
const answersWithin = 60_000;

execFileSync('git', ['clone', '--quiet', '--no-hardlinks', process.cwd(), clone]);
const program = spawn('npm', ['start'], {
  cwd: clone,
  // A group of its own, so that the signal reaches npm and all below it, as the terminal's would.
  detached: true,
  env: { ...process.env, PORT: '18080', HOST: '127.0.0.1', PLUMBLINE_DATA: join(clone, '.plumbline') },
  stdio: ['ignore', 'pipe', 'pipe'],
});
let output = '';
let installedAt;
for (const stream of [program.stdout, program.stderr])
  stream.on('data', (chunk) => {
    output += chunk;
    if (installedAt === undefined && /Installing packages … [\d.]+ s/.test(output)) installedAt = Date.now();
  });
const ended = new Promise((resolve) => program.once('close', resolve));

const startedIn = await untilAnswering();
process.kill(-program.pid, 'SIGINT');
await ended;
process.stdout.write(output);
if (installedAt === undefined) throw new Error('npm start did not say that the packages were installed.');
if (startedIn === undefined || startedIn > answersWithin) {
  console.error(`It did not answer within ${answersWithin / 1000} s of its installation.`);
  process.exitCode = 1;
} else if (!output.includes('"message":"stopped"')) {
  console.error('It did not stop in order after Ctrl+C.');
  process.exitCode = 1;
} else {
  console.log(`Answered ${(startedIn / 1000).toFixed(1)} s after the packages were installed.`);
}

/** Milliseconds from the installation to the first answer; nothing when the program ended or took far too long. */
async function untilAnswering() {
  for (const deadline = Date.now() + 5 * answersWithin; Date.now() < deadline && program.exitCode === null; ) {
    const answer = await fetch(url, { headers: { accept: 'application/json' } }).catch(() => undefined);
    if (answer !== undefined) return Date.now() - (installedAt ?? Date.now());
    await sleep(100);
  }
  return undefined;
}
