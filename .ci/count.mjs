// Adds up a run: node .ci/count.mjs TALLY JEST_REPORT. Prints a line for each part and the sum last; fails when
// something failed.
import { existsSync, readFileSync } from 'node:fs';

const [tallyFile, jestFile] = process.argv.slice(2);

const parts = existsSync(tallyFile)
  ? readFileSync(tallyFile, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
  : [];
if (existsSync(jestFile)) {
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(jestFile, 'utf8'));
  parts.push({ what: 'jest', passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites });
} else {
  parts.push({ what: 'jest did not run', passed: 0, failed: 1 });
}

for (const { what, passed, failed } of parts)
  console.log(`${String(passed).padStart(6)} passed ${String(failed).padStart(5)} failed  ${what}`);
const sum = (member) => parts.reduce((total, part) => total + part[member], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') === 0 ? 0 : 1;
