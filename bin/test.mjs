// `npm test`: builds, checks, and runs the suites whose result a change can have altered since they passed here.
//   node bin/test.mjs [--all | --list]
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { suiteTimes } from '../.ci/suiteTimes.mjs';

const require = createRequire(import.meta.url);
const { checkNode } = require('../program/bin/checkNode.js');
const { prepare } = require('./prepare');
const { isCheckout, readInputs } = require('../test/lanes/inputs.cjs');
const { laneOf, suitesIn, workersOf } = require('../test/lanes/lanes.cjs');

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const inCi = process.env.CI === 'true' || process.env.CI === '1';
/** The digests of what each suite passed with. */
const ledgerFile = join(root, 'node_modules', '.cache', 'plumbline', 'passed.json');
/** How many of the slowest suites are shown. */
const shown = 20;

const [option] = process.argv.slice(2);
if (option !== undefined && option !== '--all' && option !== '--list') {
  console.log(`Usage: npm test [-- --all | --list]
  --all   runs everything, whatever passed before (npm run test:all)
  --list  only tells which suites would run`);
  process.exit(option === '--help' ? 0 : 2);
}

if (option === '--list') {
  for (const suite of choose(inputs(), readLedger()).keys()) console.log(suite);
} else {
  checkNode();
  prepare();
  const checked = [
    check('lint and types', ['run', 'lint:files', 'lint:imports', 'typecheck:tests', 'typecheck', '--continue']),
    check('import rules', ['boundaries']),
  ].every((passed) => passed);
  // A person is told at once; where nobody waits, the suites still have their say.
  const passed = (checked || inCi) && runSuites(option === '--all');
  process.exitCode = checked && passed ? 0 : 1;
}

/** What decides the results of the suites; what is not known counts as new each time. */
function inputs() {
  if (isCheckout(root)) return readInputs(root);
  return { suites: suitesIn(root), digestsOf: () => ({ '': randomUUID() }) };
}

/** Runs a command of turbo: of tasks, side by side, those whose inputs have changed. */
function check(what, args) {
  console.log(`\n=== ${what}`);
  const { status } = spawnSync(process.execPath, [require.resolve('turbo/bin/turbo'), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
  });
  const passed = status === 0;
  if (process.env.TALLY_FILE)
    appendFileSync(
      process.env.TALLY_FILE,
      `${JSON.stringify({ what, passed: passed ? 1 : 0, failed: passed ? 0 : 1 })}\n`,
    );
  return passed;
}

/** Runs the suites that have to be, and notes those that passed; whether nothing failed. */
function runSuites(all) {
  const before = inputs();
  const ledger = readLedger();
  const chosen = choose(before, all ? {} : ledger);
  console.log(`\n=== tests: ${chosen.size} of ${before.suites.length} suites`);
  if (chosen.size === 0) {
    console.log('All of them passed here with what is here now; npm run test:all runs them again.');
    return true;
  }
  const work = mkdtempSync(join(tmpdir(), 'plumbline-suites-'));
  const parts = new Set([...chosen.values()].flat().filter((part) => part !== ''));
  const env = { ...process.env, PLUMBLINE_TEST_APPLICATIONS: [...parts].join(' ') };
  const reports = [];
  let passed = true;
  for (const [workers, suites] of byWorkers([...chosen.keys()])) {
    const report = join(work, `${workers}.json`);
    passed = runJest(suites, workers, report, env) && passed;
    if (existsSync(report)) reports.push(JSON.parse(readFileSync(report, 'utf8')));
  }
  const whole = process.env.TEST_REPORT ?? join(work, 'report.json');
  writeFileSync(whole, JSON.stringify(inOne(reports)));
  note(whole, chosen, before, ledger);
  rmSync(work, { recursive: true, force: true });
  return passed;
}

/** Suites by how many of them run side by side; those of which most do come last. */
function byWorkers(suites) {
  const groups = new Map();
  for (const suite of suites) {
    const workers = workersOf(laneOf(suite));
    groups.set(workers, [...(groups.get(workers) ?? []), suite]);
  }
  return [...groups].sort(([one], [other]) => one - other);
}

/** Runs suites with jest, which writes its report to a file; whether all passed. */
function runJest(suites, workers, report, env) {
  const { status } = spawnSync(
    process.execPath,
    [
      require.resolve('jest/bin/jest'),
      ...(inCi ? ['--ci'] : []),
      `--maxWorkers=${workers}`,
      '--json',
      `--outputFile=${report}`,
      '--runTestsByPath',
      ...suites,
    ],
    // The report goes to its file; what is printed is for people.
    { cwd: root, stdio: ['inherit', 'ignore', 'inherit'], env },
  );
  return status === 0;
}

/** What several reports of jest say together. */
function inOne(reports) {
  const sum = (member) => reports.reduce((total, report) => total + report[member], 0);
  return {
    numPassedTests: sum('numPassedTests'),
    numFailedTests: sum('numFailedTests'),
    numRuntimeErrorTestSuites: sum('numRuntimeErrorTestSuites'),
    testResults: reports.flatMap(({ testResults }) => testResults),
  };
}

/** The suites that did not pass with what is here now, each with its parts that did not. */
function choose({ suites, digestsOf }, ledger) {
  const outdated = (suite) =>
    Object.entries(digestsOf(suite))
      .filter(([part, digest]) => ledger[suite]?.[part] !== digest)
      .map(([part]) => part);
  return new Map(suites.map((suite) => [suite, outdated(suite)]).filter(([, parts]) => parts.length > 0));
}

/** Notes what passed, unless something that it depends on was changed meanwhile; and shows what took long. */
function note(report, chosen, before, ledger) {
  let times;
  try {
    times = suiteTimes(report);
  } catch {
    return;
  }
  console.log('\nThe slowest suites, in seconds:');
  for (const { name, seconds } of times.slice(0, shown)) console.log(`${String(seconds).padStart(6)}  ${name}`);
  const after = inputs();
  const there = new Set(after.suites);
  for (const { name, passed } of times) {
    const [was, is] = [before.digestsOf(name), there.has(name) ? after.digestsOf(name) : {}];
    for (const part of chosen.get(name) ?? [])
      ledger[name] = { ...ledger[name], [part]: passed && was[part] === is[part] ? is[part] : undefined };
  }
  const kept = Object.entries(ledger).filter(([suite]) => there.has(suite));
  mkdirSync(dirname(ledgerFile), { recursive: true });
  writeFileSync(ledgerFile, JSON.stringify(Object.fromEntries(kept), null, 1));
}

function readLedger() {
  try {
    return JSON.parse(readFileSync(ledgerFile, 'utf8'));
  } catch {
    return {};
  }
}
