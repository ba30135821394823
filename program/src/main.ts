#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './command/run-command';
import { startTarget } from './start/target';

const { version } = JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8')) as { version: string };

void runCommand({ argv: process.argv.slice(2), env: process.env, entry: __filename, version, startTarget }).then(
  (exitCode) => process.exit(exitCode),
);
