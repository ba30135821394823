const { createHash } = require('node:crypto');
const { execFileSync } = require('node:child_process');
const { existsSync, readFileSync } = require('node:fs');
const path = require('node:path');
const { aboutEverything, byApplication, laneOf, suitesIn } = require('./lanes.cjs');

/** Programs that suites use where they are at hand. */
const tools = [
  'nats-server',
  'pgbouncer',
  'chromium',
  'chromium-headless-shell',
  'docker-compose',
  'nginx',
  'caddy',
  'sshd',
  'openssl',
  'python3',
  'git',
];

/** Settings of the tests themselves. */
const isSetting = (name) =>
  /^(PLUMBLINE_|LONG_TESTS$|CI$|BUILD_HELM$|PGSSLMODE$)/.test(name) && name !== 'PLUMBLINE_TEST_APPLICATIONS';

/** Changes with every run, and decides nothing but the order. */
const times = 'test/setup/seconds.json';

/**
 * What decides the result of each suite, as one digest of everything in it:
 *
 * - the test files that it leads to by its imports, with what lies beside them;
 * - the packages that these import, and those that stand in their package.json, and so on: whole, except for their tests;
 * - of a service that it comes to by way of the program only the contract, unless it is about this service (`lanes.cjs`): its
 *   migrations, its description, manifests, messages;
 * - for suites in `test/`: the program, which they start, and whatever is in no package;
 * - pages of documentation, generated contracts, examples, what is for deployments, and what is for CI, each where it is
 *   mentioned;
 * - what is installed, which programs there are besides, and settings of the tests.
 *
 * @param {string} root
 * @param {string[]} [files] Those of the repository, from its root.
 */
function readInputs(root, files = repositoryFiles(root)) {
  const present = new Set(files);
  const packages = readPackages(root, files);
  const apps = [...packages.values()]
    .filter(({ folder }) => folder.startsWith('services/'))
    .map(({ folder }) => folder.slice(9));
  const digests = new Map();
  const digestOf = (file) => remembered(digests, file, () => hash([readFileSync(path.join(root, file))]));
  const texts = new Map();
  const textOf = (file) => remembered(texts, file, () => readFileSync(path.join(root, file), 'utf8'));

  const packageOf = (file) => [...packages.values()].find(({ folder }) => file.startsWith(`${folder}/`));
  const isTestFile = (file) => file.startsWith('test/') || /^[^/]+\/([^/]+\/)?test\//.test(file);

  /** The test files that one leads to, and the packages that these import. */
  function follow(suite) {
    const reached = new Set();
    const imported = new Set();
    const visit = (file) => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const named of importsOf(textOf(file))) {
        const target = named.startsWith('.')
          ? resolveFile(path.posix.join(path.posix.dirname(file), named))
          : undefined;
        if (target !== undefined && isTestFile(target)) {
          visit(target);
          if (packageOf(target)) imported.add(packageOf(target));
        } else if (target !== undefined && packageOf(target)) imported.add(packageOf(target));
        else if (packages.has(named)) imported.add(packages.get(named));
      }
    };
    visit(suite);
    const own = packageOf(suite);
    if (own) imported.add(own);
    return { reached, imported };
  }

  const resolveFile = (place) =>
    [place, `${place}.ts`, `${place}.cjs`, `${place}.json`, `${place}/index.ts`].find((file) => present.has(file));

  const groups = new Map();
  const groupOf = (name, choose) =>
    remembered(groups, name, () => hash(files.filter(choose).map((file) => `${file} ${digestOf(file)}`)));
  const ofPackage = ({ folder }) =>
    groupOf(folder, (file) => file.startsWith(`${folder}/`) && !file.startsWith(`${folder}/test/`));
  const contractOf = ({ folder }) => {
    const name = path.posix.basename(folder);
    const files = [
      `${folder}/package.json`,
      `libs/process/manifests/${name}.json`,
      ...['bus-messages.json', `openapi/${name}.json`].map((promised) => `contracts/generated/${promised}`),
    ];
    return groupOf(`contract of ${folder}`, (file) => file.startsWith(`${folder}/migrations/`) || files.includes(file));
  };
  /** What suites read without importing it, and how they mention it. */
  const mentioned = [
    {
      name: 'pages',
      holds: (file) => file.startsWith('docs/') || file.endsWith('.md'),
      by: /['"`]docs['"`/]|['"`]README|\.md['"`]/,
    },
    { name: 'contracts', holds: (file) => file.startsWith('contracts/'), by: /\bcontracts\b/ },
    { name: 'deploy', holds: (file) => file.startsWith('deploy/'), by: /\bdeploy\b/ },
    // What is served to browsers decides nothing for who does not look through one.
    { name: 'console', holds: (file) => file.startsWith('console/'), by: /\bconsole\/|playwright/ },
    { name: 'examples', holds: (file) => file.startsWith('examples/'), by: /\bexamples\b/ },
    { name: 'ci', holds: (file) => file.startsWith('.ci/'), by: /\.ci\b/ },
  ];
  const rest = () =>
    groupOf(
      'rest',
      (file) =>
        !packageOf(file) &&
        !mentioned.some(({ holds }) => holds(file)) &&
        file !== times &&
        !(file.startsWith('test/') && /\.tsx?$/.test(file)),
    );
  const everywhere = hash([
    process.version,
    process.platform,
    ...['package.json', 'package-lock.json', 'jest.config.js', 'tsconfig.base.json'].map(digestOf),
    groupOf('setup', (file) => /^(test\/setup|libs\/app-kit\/jest)\//.test(file) && file !== times),
    ...tools.filter(isInstalled),
    ...Object.keys(process.env)
      .filter(isSetting)
      .sort()
      .map((name) => `${name}=${process.env[name]}`),
    String(existsSync(process.env.PLUMBLINE_REFERENCE ?? path.join(root, '..', 'shared', 'reference'))),
  ]);

  const dependenciesOf = (found) => {
    const all = new Set();
    const visit = (one, withDevelopment) => {
      if (all.has(one)) return;
      all.add(one);
      const named = [...one.dependencies, ...(withDevelopment ? one.developmentDependencies : [])];
      for (const name of named) if (packages.has(name)) visit(packages.get(name), false);
    };
    for (const one of found) visit(one, true);
    return all;
  };

  /** The applications whose insides a suite sees. */
  function appsSeen(suite, { reached, imported }) {
    if (aboutEverything.some((place) => suite.startsWith(place))) return apps;
    const { sees } = laneOf(suite);
    if (sees === 'none') return [];
    const own = [...reached].filter((file) => !file.startsWith('test/harness/'));
    return apps.filter(
      (app) =>
        [...imported].some(({ folder }) => folder === `services/${app}`) ||
        (sees === 'named' && own.some((file) => new RegExp(`\\b${app}[/.]\\w`).test(textOf(file)))),
    );
  }

  /** What decides the result of one suite; where it goes by application, of the part of one. */
  function inputsOf(suite, part) {
    const { reached, imported } = follow(suite);
    const inTest = [...reached].some((file) => file.startsWith('test/'));
    if (inTest) imported.add(packages.get('@plumbline/program'));
    const seen = part === undefined ? appsSeen(suite, { reached, imported }) : [part];
    const beside = new Set([...reached].map((file) => path.posix.dirname(file)));
    const isBeside = (file) => beside.has(path.posix.dirname(file)) && !file.endsWith('.test.ts') && isTestFile(file);
    const parts = new Map([['everywhere', everywhere]]);
    for (const file of files) if (reached.has(file) || isBeside(file)) parts.set(file, digestOf(file));
    for (const one of dependenciesOf(imported)) {
      const [, app] = /^services\/(.*)$/.exec(one.folder) ?? [];
      if (app === undefined || seen.includes(app)) parts.set(one.folder, ofPackage(one));
      else parts.set(`contract of ${one.folder}`, contractOf(one));
    }
    if (inTest) parts.set('rest', rest());
    for (const { name, holds, by } of mentioned)
      if ([...reached].some((file) => by.test(textOf(file)))) parts.set(name, groupOf(name, holds));
    return parts;
  }

  return {
    suites: suitesIn(root),
    apps,
    inputsOf,
    /** The digests of a suite by part; one that does not go by application has one part, without a name. */
    digestsOf: (suite) =>
      Object.fromEntries(
        (byApplication.includes(suite) ? apps : ['']).map((part) => [
          part,
          hash([...inputsOf(suite, part || undefined)].map(([name, digest]) => `${name} ${digest}`)),
        ]),
      ),
  };
}

/** Whether git tells what belongs to the repository; without it nothing is known of what changed. */
const isCheckout = (root) => existsSync(path.join(root, '.git'));

/** Every name that a source imports, in whichever way. */
const importsOf = (text) =>
  [...text.matchAll(/(?:\bfrom|\bimport|\brequire(?:\.resolve|Actual)?\s*\(|\bimport\s*\()\s*['"]([^'"]+)['"]/g)].map(
    ([, name]) => name,
  );

/** Files that git knows, or would if they were added; links that lead nowhere are left out. */
const repositoryFiles = (root) =>
  [
    ...new Set(
      execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
        cwd: root,
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
      }).split('\0'),
    ),
  ]
    .filter((file) => file !== '' && existsSync(path.join(root, file)))
    .sort();

function readPackages(root, files) {
  const found = files.filter((file) => /^((libs|services)\/[^/]+|gateway|program)\/package\.json$/.test(file));
  return new Map(
    found.map((file) => {
      const { name, dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(path.join(root, file), 'utf8'));
      const folder = path.posix.dirname(file);
      return [
        name,
        { folder, dependencies: Object.keys(dependencies), developmentDependencies: Object.keys(devDependencies) },
      ];
    }),
  );
}

const isInstalled = (tool) =>
  [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'].some((folder) =>
    existsSync(path.join(folder, tool)),
  );

function hash(parts) {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(part).update('\n');
  return sum.digest('hex').slice(0, 24);
}

function remembered(known, key, make) {
  if (!known.has(key)) known.set(key, make());
  return known.get(key);
}

module.exports = { readInputs, isCheckout };
