import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of this program, as its package says. */
export const programVersion = (): string =>
  JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')).version;
