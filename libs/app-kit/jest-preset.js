/** How jest runs the tests of an app: it is read as Plumbline itself reads apps, and what it imports is loaded by Node. */
module.exports = {
  runtime: require.resolve('./jest/runtime.cjs'),
  testEnvironment: require.resolve('./jest/environment.cjs'),
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  transform: { '\\.[cm]?[jt]s$': require.resolve('./dist/transform.js') },
  testTimeout: 300_000,
};
