const { readdirSync } = require('node:fs');
const { availableParallelism, totalmem } = require('node:os');
const path = require('node:path');

/**
 * The lanes of the tests, each a project of jest (`npx jest --selectProjects models`). A suite is in the lane that names it
 * most closely.
 *
 * `sees` says whose insides suites of a lane depend on, of the services that they come to by way of the program:
 *   named: those that their own files name, in an import, a label or an address;
 *   imported: those that their own files import;
 *   none.
 * On all others they depend by their contract: what is generated of it, and their migrations.
 *
 * `waits` says of a lane that its suites wait for what they have started as long as they work: more of them run side by side.
 *
 * @typedef {{ name: string, places: string[], sees: 'named' | 'imported' | 'none', waits?: true }} Lane
 * @type {Lane[]}
 */
const lanes = [
  { name: 'packages', places: ['libs', 'services', 'gateway', 'program'], sees: 'imported' },
  { name: 'models', places: ['test/models'], sees: 'imported' },
  // Permissions are the engine's work; where services add to it, the matrix goes through them one by one.
  { name: 'permissions', places: ['test/permissions'], sees: 'none' },
  // What it does, seen from outside.
  {
    name: 'journeys',
    places: [
      'test',
      'test/integrity/allocation.test.ts',
      'test/integrity/namesNothing.test.ts',
      'test/integrity/routes.test.ts',
      'test/integrity/rules.test.ts',
    ],
    sees: 'named',
  },
  // What is built on it: pages for browsers, which go by what the API says of itself, and services of others.
  { name: 'clients', places: ['test/console', 'test/apps'], sees: 'none' },
  // How it is run, and how it bears what happens to it.
  {
    name: 'operations',
    places: [
      'test/clients',
      'test/dump',
      'test/faults',
      'test/hostile',
      'test/integrity',
      'test/monitoring',
      'test/netbox',
      'test/operations',
      'test/pooler',
      'test/replicas',
      'test/servers',
      'test/skew',
      'test/tls',
      'test/tracing',
      'test/whole/split.test.ts',
    ],
    sees: 'none',
    waits: true,
  },
];

/** Suites that look at every service, whatever they import. */
const aboutEverything = [
  'program/test/contracts.test.ts',
  'program/test/openApi.test.ts',
  'program/test/openApiFields.facts.test.ts',
  'program/test/openApiNames.facts.test.ts',
  'program/test/options.facts.test.ts',
  'program/test/schema.test.ts',
  'test/docs/',
  'test/lanes/',
  'test/rules/',
];

/** Suites that go through applications one by one: all of them, or those that `PLUMBLINE_TEST_APPLICATIONS` names. */
const byApplication = [
  'test/permissions/permissions.test.ts',
  'test/models/statements.test.ts',
  'test/whole/oneProcess.test.ts',
];

/**
 * The lane of a suite.
 *
 * @param {string} file Its place, from the root.
 */
function laneOf(file) {
  const within = (place) => file === place || file.startsWith(`${place}/`);
  const closest = ({ places }) => Math.max(0, ...places.filter(within).map(({ length }) => length));
  return lanes.reduce((best, lane) => (closest(lane) > closest(best) ? lane : best));
}

/**
 * How many suites of a lane run side by side: three for two processors, since each waits now and then for its database, or two for each where
 * they wait longer. As many as memory is enough for: a worker, and the programs it starts. What ports they take is shared out among eight (test/harness/freePort.ts).
 *
 * @param {Lane} [lane]
 */
function workersOf(lane) {
  const wanted = Math.ceil(Math.max(availableParallelism(), 2) * (lane?.waits ? 2 : 1.5));
  return Math.max(2, Math.min(wanted, Math.floor(totalmem() / (3 * 2 ** 30)), 8));
}

/** Every suite of a checkout, from its root. */
function suitesIn(root) {
  const suites = [];
  // What apps begin with is run where one was begun (test/apps/outside.test.ts).
  const others = ['node_modules', 'dist', 'template'];
  const visit = (folder) => {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const place = `${folder}/${entry.name}`;
      if (entry.isDirectory() && !others.includes(entry.name)) visit(place);
      else if (/^(test|.+\/test)\/.*\.test\.ts$/.test(place)) suites.push(place);
    }
  };
  for (const folder of new Set(lanes.flatMap(({ places }) => places.map((place) => place.split('/')[0]))))
    visit(folder);
  return suites.sort();
}

module.exports = { lanes, laneOf, workersOf, suitesIn, aboutEverything, byApplication };
