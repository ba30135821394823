import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** What jest says of suites none of whose tests failed: of those in which some were left out, the second. */
const passing = ['passed', 'focused'];

/** The suites of a report of jest (`--json`), the seconds each took and whether it passed; the slowest first. */
export function suiteTimes(reportFile) {
  const { testResults } = JSON.parse(readFileSync(reportFile, 'utf8'));
  return testResults
    .map(({ name, startTime, endTime, status }) => ({
      name: relative(process.cwd(), name),
      seconds: Math.round((endTime - startTime) / 1000),
      passed: passing.includes(status),
    }))
    .sort((one, other) => other.seconds - one.seconds);
}
