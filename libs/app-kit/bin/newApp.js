#!/usr/bin/env node
// Writes an app to begin with: plumbline-new-app NAME [FOLDER]
const { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } = require('node:fs');
const path = require('node:path');

const { version } = require('../package.json');

/** An app that is called `__NAME__`, and is complete otherwise. */
const template = path.join(__dirname, '..', 'template');

const usage = `Usage: plumbline-new-app NAME [FOLDER]

Writes an app called NAME, of small letters and digits, into FOLDER (apps/NAME): a model with its migration, its fixture and test, and
a Dockerfile. In a checkout of Plumbline: npm run new-app -- NAME [FOLDER]
`;

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true }).filter((name) => statSync(path.join(folder, name)).isFile());

function main(args) {
  if (args.includes('--help')) {
    process.stdout.write(usage);
    return 0;
  }
  const [name, folder = path.join('apps', name ?? ''), ...more] = args;
  const isUnderstood = more.length === 0 && !args.some((arg) => arg.startsWith('-'));
  if (name === undefined || !isUnderstood || !/^[a-z][a-z0-9]{1,30}$/.test(name)) {
    process.stderr.write(usage);
    return 1;
  }
  if (existsSync(folder)) {
    process.stderr.write(`${folder} is there already.\n`);
    return 1;
  }
  for (const file of filesIn(template)) {
    const place = path.join(folder, file);
    const text = readFileSync(path.join(template, file), 'utf8');
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, text.replaceAll('__NAME__', name).replaceAll('__VERSION__', version));
  }
  const where = path.isAbsolute(folder) ? folder : `./${path.normalize(folder)}`;
  process.stdout.write(`${where} is there. Test it, and run it:

  npm test --prefix ${where}
  PLUMBLINE_APPS=${name}=${where} npx plumbline start
`);
  return 0;
}

process.exitCode = main(process.argv.slice(2));
