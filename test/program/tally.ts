import { appendFileSync } from 'node:fs';

/**
 * Adds what one test did in smaller steps to the file that `TALLY_FILE` names, for the sum at the end of a run;
 * does nothing without that variable.
 */
export function tally(what: string, passed: number, failed: number): void {
  const file = process.env.TALLY_FILE;
  if (file) appendFileSync(file, `${JSON.stringify({ what, passed, failed })}\n`);
}
