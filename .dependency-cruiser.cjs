const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const engine = '^libs/engine/src';

/** The floors of the engine from the top down, each with the folders on it, as its README has them. */
const floors = readFileSync(join(__dirname, 'libs/engine/README.md'), 'utf8')
  .split('\n\n')
  .find((paragraph) => paragraph.startsWith('| floor'))
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => [...line.split('|')[1].matchAll(/`(\w+)`/g)].map(([, folder]) => folder));

const within = (folders) => `${engine}/(${folders.join('|')})/`;

/** What stands on a floor imports from floors below, and from its own folder. */
const upward = floors.flatMap((floor, index) =>
  floor.map((folder) => ({
    name: `floors-${folder}`,
    comment: 'The floors of the engine, and which is above which, are in libs/engine/README.md.',
    severity: 'error',
    from: { path: within([folder]) },
    to: {
      path: `${engine}/`,
      pathNot: within([folder, ...floors.slice(index + 1).flat()]),
    },
  })),
);

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...upward,
    {
      name: 'floors-unnamed',
      comment: 'Every folder of the engine stands on a floor: libs/engine/README.md.',
      severity: 'error',
      from: { path: `${engine}/`, pathNot: [within(floors.flat()), `${engine}/index.ts$`] },
      to: {},
    },
    {
      name: 'extensions-apart',
      comment: 'An extension knows the engine, and no other extension: libs/extensions/README.md.',
      severity: 'error',
      from: { path: '^libs/extensions/src/([^/]+)/' },
      to: { path: '^libs/extensions/src/[^/]+/', pathNot: '^libs/extensions/src/$1/' },
    },
    {
      name: 'no-cycle',
      comment: 'A file that leads back to itself cannot be read in an order; types count.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'pg-in-store',
      comment: 'PostgreSQL is spoken to by libs/store; everybody else asks it.',
      severity: 'error',
      from: { pathNot: '^libs/store/src/' },
      to: { path: '(^|/)node_modules/(@types/)?pg/' },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    enhancedResolveOptions: { extensions: ['.ts', '.js'] },
  },
};
