#!/usr/bin/env node
import { loadBundle } from './loadBundle';

// What is loaded from here on would otherwise check itself as it goes, as for those who develop with it.
process.env.NODE_ENV ??= 'production';

const { runProgram, loadTargets } = loadBundle() ?? (require('./program.js') as typeof import('./program'));

void runProgram(loadTargets);
