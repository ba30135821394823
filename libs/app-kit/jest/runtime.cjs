const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { join, sep } = require('node:path');
const { default: JestRuntime } = require('jest-runtime');
const testContext = require('./testContext.cjs');

/**
 * Loads what a suite imports by the loader of Node itself, into the realm of the worker (environment.cjs). The program, its
 * packages and jest are loaded once for all suites of a worker; suites, and what they share among them, anew for each.
 */
class WorkerRuntime extends JestRuntime {
  constructor(config, environment, resolver, transformer, cacheFS, coverage, suite, globalConfig) {
    const { getBuiltinModule } = process;
    super(config, environment, resolver, transformer, cacheFS, coverage, suite, globalConfig);
    // Replaced for a realm of the suite's own, which there is not. Node before 22.3 has none.
    if (getBuiltinModule) process.getBuiltinModule = getBuiltinModule;
    this.isWatching = globalConfig.watch || globalConfig.watchAll;
    teachLoader(config, transformer);
    globalThis.jest = { ...this.jestGlobals.jestObjectFor(suite), ...refusals };
  }

  requireModule(from, name = from) {
    return Module.createRequire(from)(name);
  }

  requireInternalModule(from, name = from) {
    return this.requireModule(from, name);
  }

  unstable_shouldLoadAsEsm() {
    return false;
  }

  getSourceMaps() {
    return sourceMaps;
  }

  teardown() {
    super.teardown();
    delete globalThis.jest;
    const { rootDir } = this._config;
    forget((file) => isOfSuite(rootDir, file) || (this.isWatching && isOurs(rootDir, file)));
  }
}

/** Where each source that was transformed maps to what was written. */
const sourceMaps = new Map();

const isOurs = (root, file) => file.startsWith(root + sep) && !file.includes(`${sep}node_modules${sep}`);

/** Files of what runs the tests of a suite, which jest keeps in variables of these modules. */
const isOfCircus = (file) => file.includes(`${sep}node_modules${sep}jest-circus${sep}`);

/** Suites, what only they use, and what runs them. */
function isOfSuite(root, file) {
  if (isOfCircus(file)) return true;
  if (file.startsWith(__dirname + sep)) return false;
  return (
    isOurs(root, file) && (!file.includes(`${sep}src${sep}`) || file.startsWith(join(root, 'libs', 'testkit') + sep))
  );
}

function forget(isGone) {
  for (const [file, module] of Object.entries(require.cache)) {
    if (isGone(file)) delete require.cache[file];
    else if (module.children.some(({ id }) => isGone(id)))
      module.children = module.children.filter(({ id }) => !isGone(id));
  }
}

const { _resolveFilename: resolveAsNode, _load: loadAsNode } = Module;

/** What the configuration says of transforming sources, and of the names of packages, Node's loader is taught as well. */
function teachLoader({ moduleNameMapper }, transformer) {
  const places = moduleNameMapper.map(([pattern, place]) => [new RegExp(pattern), place]);
  const placeOf = (name) => {
    const [pattern, place] = places.find(([pattern]) => pattern.test(name)) ?? [];
    return pattern ? name.replace(pattern, place) : name;
  };
  Module._resolveFilename = function (name, ...more) {
    return resolveAsNode.call(this, placeOf(name), ...more);
  };
  Module._load = function (name, parent, ...more) {
    if (name === 'node:async_hooks' && parent && isOfCircus(parent.filename)) return testContext;
    return loadAsNode.call(this, name, parent, ...more);
  };
  const { _extensions: loaders } = Module;
  const readAsJavaScript = (module, file) => {
    const { code, sourceMapPath } = transformer.transform(file, asCommonJs, readFileSync(file, 'utf8'));
    if (sourceMapPath) sourceMaps.set(file, sourceMapPath);
    module._compile(code, file);
  };
  // A name without an ending is looked for in the order in which these stand: a source comes before what it reads.
  const others = Object.entries(loaders).filter(([ending]) => ending !== '.ts');
  for (const ending of Object.keys(loaders)) delete loaders[ending];
  Object.assign(loaders, { '.js': undefined, '.ts': readAsJavaScript }, Object.fromEntries(others));
}

const asCommonJs = {
  isInternalModule: false,
  supportsDynamicImport: false,
  supportsExportNamespaceFrom: false,
  supportsStaticESM: false,
  supportsTopLevelAwait: false,
};

/** What would replace modules says that it cannot: they are there for other suites too, and nothing of ours is mocked. */
const refusals = Object.fromEntries(
  [
    ...[
      'mock',
      'doMock',
      'setMock',
      'unmock',
      'dontMock',
      'deepUnmock',
      'unstable_mockModule',
      'unstable_unmockModule',
    ],
    ...['enableAutomock', 'disableAutomock', 'autoMockOn', 'autoMockOff', 'requireMock', 'createMockFromModule'],
    ...['resetModules', 'isolateModules', 'isolateModulesAsync'],
  ].map((name) => [
    name,
    () => {
      throw new Error(`jest.${name}: modules are shared with other suites (jest/runtime.cjs).`);
    },
  ]),
);

module.exports = WorkerRuntime;
