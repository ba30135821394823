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

/** Packages published as ES modules only, which jest cannot load as they are. */
const esmOnly = ['any-ascii', 'p-limit', 'yocto-queue'];

/** @type {import('jest').Config} */
module.exports = {
  rootDir: __dirname,
  roots: [
    '<rootDir>/libs',
    '<rootDir>/services',
    '<rootDir>/contracts',
    '<rootDir>/gateway',
    '<rootDir>/program',
    '<rootDir>/test',
  ],
  testMatch: ['**/test/**/*.test.ts'],
  testEnvironment: 'node',
  transform,
  transformIgnorePatterns: [`/node_modules/(?!(.*/node_modules/)?(${esmOnly.join('|')})/)`],
  moduleNameMapper: {
    '^@plumbline/service-([^/]+)$': '<rootDir>/services/$1/src',
    '^@plumbline/(contracts|gateway|program)$': '<rootDir>/$1/src',
    '^@plumbline/([^/]+)$': '<rootDir>/libs/$1/src',
  },
  modulePathIgnorePatterns: ['/dist/'],
  globalSetup: '<rootDir>/test/setup/start-postgres.ts',
  globalTeardown: '<rootDir>/test/setup/stop-postgres.ts',
  // Two workers, PostgreSQL and whatever programs they start share the processors: what takes a second may take ten.
  testTimeout: 120_000,
  maxWorkers: 2,
  // A worker keeps something of every suite it has run.
  workerIdleMemoryLimit: '1GB',
};
