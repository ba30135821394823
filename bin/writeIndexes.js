const { existsSync, readdirSync, readFileSync, writeFileSync } = require('node:fs');
const path = require('node:path');

const root = path.join(__dirname, '..');

/** Folders whose files are listed by being there: the models of each service, and their fixtures. */
function listedFolders() {
  const services = readdirSync(path.join(root, 'services')).map((name) => path.join(root, 'services', name));
  return services
    .flatMap((service) => [path.join(service, 'src', 'models'), path.join(service, 'test', 'fixtures')])
    .filter(existsSync);
}

/** The `index.ts` of a folder: everything that its other files export. */
function indexOf(folder) {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && name !== 'index.ts')
    .map((name) => path.basename(name, '.ts'))
    .sort();
  return `// Written by \`npm run generate\`.\n${names.map((name) => `export * from './${name}';\n`).join('')}`;
}

/** Brings the indexes up to date; answers those that were not. With `look` alone, leaves them as they are. */
function writeIndexes({ look = false } = {}) {
  const behind = listedFolders().filter((folder) => {
    const file = path.join(folder, 'index.ts');
    return !existsSync(file) || readFileSync(file, 'utf8') !== indexOf(folder);
  });
  if (!look) for (const folder of behind) writeFileSync(path.join(folder, 'index.ts'), indexOf(folder));
  return behind.map((folder) => path.relative(root, folder));
}

module.exports = { writeIndexes };

if (require.main === module) writeIndexes();
