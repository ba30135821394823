const { spawnSync } = require('node:child_process');
const path = require('node:path');
const { isInstalled } = require('./is-installed');

const root = path.join(__dirname, '..');

/**
 * Brings a checkout to where the program can run: packages installed, sources compiled, each only where something
 * changed. Ends the process when that fails.
 */
function prepare() {
  if (!isInstalled(root)) step('Installing packages', npm, ['ci', '--no-audit', '--no-fund']);
  step('Building', process.execPath, [turbo(), 'run', 'build', '--output-logs=errors-only']);
}

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

function turbo() {
  return require.resolve('turbo/bin/turbo', { paths: [root] });
}

/** Runs one command quietly, telling how long it took; what it printed is shown only when it fails. */
function step(what, command, args) {
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
  process.stderr.write(`failed\n\n${stdout ?? ''}${stderr ?? ''}${error ? `${error.message}\n` : ''}`);
  process.exit(1);
}

module.exports = { prepare };

if (require.main === module) {
  require('./check-node').checkNode();
  prepare();
}
