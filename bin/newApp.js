// Writes an app to begin with: npm run new-app -- NAME [FOLDER]
const { existsSync, mkdirSync, writeFileSync } = require('node:fs');
const path = require('node:path');

/** The files of an app with one model, by their places in its folder. */
const filesOf = (name) => ({
  'package.json': `{
  "name": "plumbline-app-${name}",
  "version": "0.1.0",
  "private": true,
  "main": "src/index.ts"
}
`,
  'README.md': `# ${name}

An app for Plumbline. What it is made of, and how it is run, says its guide (docs/guides/write-an-app.md).
`,
  'src/index.ts': `export * from './models';
export { service } from './service';
`,
  'src/service.ts': `import { join } from 'node:path';
import type { ServiceDefinition } from '@plumbline/engine';
import { modelsOf } from '@plumbline/model';
import * as models from './models';

export const service: ServiceDefinition = {
  app: '${name}',
  root: 'plugins/${name}',
  about: { name: '${name}', version: '0.1.0' },
  ...modelsOf(models),
  migrations: join(__dirname, '../migrations'),
};
`,
  'src/models/index.ts': `export * from './thing';
`,
  'src/models/thing.ts': `import { primary } from '@plumbline/extensions';
import { by, defineModel, f } from '@plumbline/model';

/** What this app is about. */
export const Thing = defineModel('${name}.thing', {
  root: 'plugins/${name}',
  endpoint: 'things',
  menu: [{ under: ['Plugins', '${name}'], at: 2000 }],
  traits: [primary],
  title: '${name} thing',
  description: 'What this app is about.',
  listed: ['name', 'description'],
  fields: {
    name: f.text(100).unique(),
    description: f.text(200).default(''),
  },
  filterable: ['name', 'description'],
  filters: { q: by.search({ id: 'iexact', name: 'icontains', description: 'icontains' }) },
});
`,
});

function main([name = '', folder = path.join('apps', name)]) {
  if (!/^[a-z][a-z0-9]{1,30}$/.test(name)) {
    console.error('Say what it is called, in small letters and digits: npm run new-app -- NAME [FOLDER]');
    return 1;
  }
  if (existsSync(folder)) {
    console.error(`${folder} is there already.`);
    return 1;
  }
  for (const [file, text] of Object.entries(filesOf(name))) {
    const place = path.join(folder, file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, text);
  }
  mkdirSync(path.join(folder, 'migrations'));
  const where = path.isAbsolute(folder) ? folder : `./${path.normalize(folder)}`;
  console.log(`${where} is there. Make its tables, and run it:

  PLUMBLINE_APPS=${where} npx plumbline draft models
  PLUMBLINE_APPS=${where} npm start
`);
  return 0;
}

process.exit(main(process.argv.slice(2)));
