const { existsSync, readdirSync, rmSync } = require('node:fs');
const path = require('node:path');

/**
 * Removes from a built and pruned checkout what only building needs, so that an image holds what runs: sources,
 * settings of tools, caches, and what writes and compares the contracts, which are not in the image at all. Migrations and
 * built files stay.
 */
function strip(root) {
  const packages = ['console', 'gateway', 'program', ...below('libs'), ...below('services')];
  for (const folder of packages)
    for (const name of ['src', 'test', 'tsconfig.json', '.turbo', 'dist/tsconfig.tsbuildinfo', 'turbo.json'])
      drop(folder, name);
  drop('program', 'dist/contracts');
  drop('program', 'bundle');
  for (const name of ['README.md', 'index.html', 'vite.config.ts']) drop('console', name);
  for (const name of [
    'bin',
    'deploy',
    'biome.json',
    'jest.config.js',
    'tsconfig.json',
    'tsconfig.base.json',
    'tsconfig.build.json',
    '.turbo',
    'turbo.json',
    '.gitignore',
    '.gitattributes',
  ])
    drop('.', name);

  function below(folder) {
    const place = path.join(root, folder);
    return existsSync(place) ? readdirSync(place).map((name) => path.join(folder, name)) : [];
  }
  function drop(folder, name) {
    rmSync(path.join(root, folder, name), { recursive: true, force: true });
  }
}

module.exports = { strip };
