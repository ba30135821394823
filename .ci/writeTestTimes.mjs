// Notes how long suites take, so that the longest are started first: node .ci/writeTestTimes.mjs REPORT, after
// TEST_REPORT=REPORT npm run test:all on a machine with nothing else to do.
import { writeFileSync } from 'node:fs';
import { suiteTimes } from './suiteTimes.mjs';

const [reportFile] = process.argv.slice(2);
if (!reportFile || reportFile === '--help') {
  console.log('Usage: node .ci/writeTestTimes.mjs REPORT\nREPORT is what TEST_REPORT=REPORT npm run test:all wrote.');
  process.exit(reportFile ? 0 : 2);
}
const noted = suiteTimes(reportFile)
  .filter(({ seconds }) => seconds >= 5)
  .sort((one, other) => (one.name < other.name ? -1 : 1));
const file = new URL('../test/setup/seconds.json', import.meta.url);
writeFileSync(
  file,
  `${JSON.stringify(Object.fromEntries(noted.map(({ name, seconds }) => [name, seconds])), null, 2)}\n`,
);
console.log(`${noted.length} suites take five seconds or more.`);
