// Writes what an image holds into a folder: node deploy/writeImage.mjs PART FOLDER, from a checkout with its packages installed.
// PART is all (the whole program, of which a target runs), gateway, or a service: then it has nothing of the other parts.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const { strip } = require('./strip.js');
const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const [part = 'all', to] = process.argv.slice(2);
const services = readdirSync(join(root, 'services'));
if (to === undefined || !['all', 'gateway', ...services].includes(part)) {
  process.stderr.write(
    `Say what of and where to: node deploy/writeImage.mjs all|gateway|${services.join('|')} FOLDER\n`,
  );
  process.exit(1);
}
const folder = resolve(to);
if (existsSync(folder) && readdirSync(folder).length > 0) {
  process.stderr.write(`${folder} is not empty.\n`);
  process.exit(1);
}

/** The workspace that an image is of, and the file in it that runs. */
const [workspace, entry] =
  part === 'all'
    ? ['program', 'bin/plumbline.js']
    : [part === 'gateway' ? 'gateway' : `services/${part}`, 'dist/main.js'];
const { name } = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'));

const turbo = require.resolve('turbo/bin/turbo', { paths: [root] });
run(root, process.execPath, [turbo, 'run', 'compile', 'build', '--output-logs=errors-only']);
mkdirSync(folder, { recursive: true });
run(root, process.execPath, [turbo, 'prune', name, '--production', '--out-dir', relative(root, folder)]);
for (const place of workspacesIn(folder))
  if (existsSync(join(root, place, 'dist')))
    cpSync(join(root, place, 'dist'), join(folder, place, 'dist'), { recursive: true });
forgetDevDependencies();
// Exactly what the lock file says, and no script of a package is run.
const install = [
  'ci',
  '--omit=dev',
  '--omit=optional',
  '--ignore-scripts',
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
];
run(folder, process.platform === 'win32' ? 'npm.cmd' : 'npm', install);
strip(folder);
chmodSync(join(folder, workspace, entry), 0o755);
symlinkSync(join(workspace, entry), join(folder, 'plumbline'));

/** What our packages are tested with is not there: neither they nor the lock file may ask for it. */
function forgetDevDependencies() {
  const lockFile = join(folder, 'package-lock.json');
  const lock = JSON.parse(readFileSync(lockFile, 'utf8'));
  for (const place of workspacesIn(folder)) {
    const file = join(folder, place, 'package.json');
    const { devDependencies: _, ...others } = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, `${JSON.stringify(others, undefined, 2)}\n`);
    delete lock.packages[place.replaceAll('\\', '/')].devDependencies;
  }
  writeFileSync(lockFile, JSON.stringify(lock));
}

/** The packages of ours in a folder, each as its path. */
function workspacesIn(place) {
  const own = ['console', 'gateway', 'program'].filter((each) => existsSync(join(place, each)));
  const below = ['libs', 'services'].filter((each) => existsSync(join(place, each)));
  return [...own, ...below.flatMap((each) => readdirSync(join(place, each)).map((one) => join(each, one)))];
}

function run(cwd, command, args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status === 0) return;
  process.stderr.write(`${command} ${args.join(' ')} failed\n${stdout}${stderr}${error ?? ''}\n`);
  process.exit(1);
}
