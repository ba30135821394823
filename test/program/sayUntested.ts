/** Says on standard error, where nobody can miss it, what was not tested and why. */
export function sayUntested(what: string, why: string): void {
  process.stderr.write(`\n*** NOT TESTED: ${what}. ${why}\n\n`);
}
