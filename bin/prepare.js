const { spawnSync } = require('node:child_process');
const path = require('node:path');
const { isInstalled } = require('./isInstalled.js');
const { registryProblem, unreachableRegistry } = require('./registryProblem.js');

const root = path.join(__dirname, '..');

/** What the program needs to run. */
const toRun = ['compile', 'build'];

/** The same with types looked at, and declared for those who build on our packages. */
const all = ['declare', ...toRun];

/**
 * Brings a checkout to where `tasks` of turbo are done: packages installed, sources compiled, each only where something
 * changed. Ends the process when that fails.
 */
function prepare(tasks = all) {
  if (!isInstalled(root)) install();
  step('Building', process.execPath, [turbo(), 'run', ...tasks, '--output-logs=errors-only']);
}

/** What is in npm's cache will do when there is no registry. */
function install() {
  const unreachable = unreachableRegistry();
  const args = ['ci', '--no-audit', '--no-fund', ...(unreachable === undefined ? [] : ['--offline'])];
  step('Installing packages', npm, args, (output) => registryProblem(output, unreachable));
}

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

function turbo() {
  return require.resolve('turbo/bin/turbo', { paths: [root] });
}

/**
 * Runs one command quietly, telling how long it took. When it fails, `explain` may say why in the place of what it
 * printed.
 */
function step(what, command, args, explain = () => undefined) {
  process.stderr.write(`${what} … `);
  const started = Date.now();
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' };
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    env,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) {
    process.stderr.write(`${((Date.now() - started) / 1000).toFixed(1)} s\n`);
    return;
  }
  const output = `${stdout ?? ''}${stderr ?? ''}${error ? `${error.message}\n` : ''}`;
  process.stderr.write(`failed\n\n${explain(output) ?? output}`);
  process.exit(1);
}

module.exports = { prepare, toRun };

if (require.main === module) {
  require('../program/bin/checkNode.js').checkNode();
  prepare();
}
