import { join } from 'node:path';

/** The file that runs the program, as it was built. */
export const programEntry = join(__dirname, '../../dist/main.js');
