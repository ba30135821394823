const { spawnSync } = require('node:child_process');
const path = require('node:path');

const root = path.join(__dirname, '..');

// What reads run is known to running services alone: the test that compares it writes it.
const { status } = spawnSync(
  process.execPath,
  [require.resolve('jest/bin/jest', { paths: [root] }), '--runTestsByPath', 'test/models/statements.test.ts'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, WRITE_STATEMENTS: '1' } },
);
process.exitCode = status ?? 1;
