#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './command/runCommand';
import type { StartTarget } from './start/target';

// What is loaded from here on would otherwise check itself as it goes, as for those who develop with it.
process.env.NODE_ENV ??= 'production';

/** Loaded when it is wanted: other commands have no use for all there is to run. */
const startTarget: StartTarget = async (...started) => (await import('./start/target.js')).startTarget(...started);

const { version } = JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8')) as { version: string };

void runCommand({ argv: process.argv.slice(2), env: process.env, entry: __filename, version, startTarget }).then(
  (exitCode) => process.exit(exitCode),
);
