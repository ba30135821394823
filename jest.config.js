const { lanes, laneOf, suitesIn, workersOf } = require('./test/lanes/lanes.cjs');

/** Tests run from the sources: nothing has to be built first. */
const transform = {
  '^.+\\.[cm]?[jt]sx?$': [
    '@swc/jest',
    {
      jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
      module: { type: 'commonjs' },
      sourceMaps: 'inline',
      swcrc: false,
    },
  ],
};

const suites = suitesIn(__dirname);

/** @type {(lane: import('./test/lanes/lanes.cjs').Lane) => import('jest').Config} */
const project = ({ name }) => ({
  displayName: name,
  rootDir: __dirname,
  roots: ['<rootDir>/libs', '<rootDir>/services', '<rootDir>/gateway', '<rootDir>/program', '<rootDir>/test'],
  testMatch: suites.filter((suite) => laneOf(suite).name === name).map((suite) => `<rootDir>/${suite}`),
  runtime: '<rootDir>/libs/app-kit/jest/runtime.cjs',
  testEnvironment: '<rootDir>/libs/app-kit/jest/environment.cjs',
  transform,
  moduleNameMapper: {
    '^@plumbline/service-([^/]+)$': '<rootDir>/services/$1/src',
    '^@plumbline/(gateway|program)$': '<rootDir>/$1/src',
    '^@plumbline/([^/]+)$': '<rootDir>/libs/$1/src',
  },
  modulePathIgnorePatterns: ['/dist/'],
  globalSetup: '<rootDir>/test/setup/startPostgres.ts',
  globalTeardown: '<rootDir>/test/setup/stopPostgres.ts',
});

/** @type {import('jest').Config} */
module.exports = {
  projects: lanes.map(project),
  testSequencer: '<rootDir>/test/setup/longestFirst.cjs',
  // The workers, PostgreSQL and whatever programs they start share the processors: what takes a second may take ten.
  testTimeout: 300_000,
  maxWorkers: workersOf(),
  // A worker keeps something of every suite it has run.
  workerIdleMemoryLimit: '1GB',
};
