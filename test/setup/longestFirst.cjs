const { statSync } = require('node:fs');
const { relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');
const seconds = require('./seconds.json');

/** Bytes of a suite nobody has timed that stand for a second. */
const bytesPerSecond = 1000;

/**
 * Starts the suites that take longest first, so that no worker is left with one of them at the end. How long each took
 * stands in seconds.json (`node .ci/writeTestTimes.mjs REPORT`), since a fresh machine has not run any.
 */
class LongestFirst extends Sequencer {
  sort(tests) {
    const expected = new Map(tests.map((test) => [test, timeOf(test)]));
    return [...tests].sort((one, other) => expected.get(other) - expected.get(one));
  }
}

function timeOf({ path, context }) {
  const name = relative(context.config.rootDir, path).replaceAll('\\', '/');
  return seconds[name] ?? statSync(path).size / bytesPerSecond;
}

module.exports = LongestFirst;
