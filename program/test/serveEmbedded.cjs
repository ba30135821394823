// Runs the embedded server from its sources in a process of its own, so that a test can kill that process.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { transformSync } = require('@swc/core');

require.extensions['.ts'] = (module, filename) => {
  const options = {
    filename,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
    module: { type: 'commonjs' },
  };
  module._compile(transformSync(readFileSync(filename, 'utf8'), options).code, filename);
};

const { startEmbeddedPostgres } = require(join(__dirname, '..', 'src', 'embedded-postgres'));
const log = require('pino')({ level: 'silent' });

// The server alone keeps nobody alive.
setInterval(() => undefined, 60_000);
startEmbeddedPostgres({ dataDir: process.argv[2], log }).then(({ url }) => process.send(url));
