#!/usr/bin/env node
require('./checkNode.js').checkNode();

const { existsSync } = require('node:fs');
const path = require('node:path');

const program = path.join(__dirname, '..', 'dist', 'main.js');
if (!existsSync(program)) {
  process.stderr.write('Plumbline is not built yet. In its folder run: npm ci && npm run build\n');
  process.exit(78);
}
// In this very process, so that arguments, signals and the exit code need nobody in between.
require(program);
