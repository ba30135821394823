// Runs the embedded server from its sources in a process of its own, so that a test can kill that process.
require('./fromSources.cjs');
const { startEmbeddedPostgres } = require('../src/embedded-postgres');
const log = require('pino')({ level: 'silent' });

// The server alone keeps nobody alive.
setInterval(() => undefined, 60_000);
startEmbeddedPostgres({ dataDir: process.argv[2], log }).then(({ url, stop }) => {
  process.once('SIGTERM', () => stop().then(() => process.exit()));
  process.send(url);
});
