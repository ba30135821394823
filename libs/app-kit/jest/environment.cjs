const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const { endStorages } = require('./storages.cjs');

/** What jest's circus keeps of a suite on the global object. */
const isOfCircus = (symbol) => symbol === Symbol.for('EVENT_HANDLERS') || symbol.description === 'JEST_STATE_SYMBOL';

/**
 * Suites run in the realm of the worker itself, as programs do, where jest makes each of them a realm of its own: what has been
 * loaded and compiled for one suite would be of no use to the next. What a suite may change of its process is put back after it.
 */
class WorkerEnvironment {
  constructor({ projectConfig }) {
    this.global = globalThis;
    this.before = { console: globalThis.console, exit: process.exit, env: { ...process.env }, folder: process.cwd() };
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    const { console, exit, env, folder } = this.before;
    globalThis.console = console;
    process.exit = exit;
    for (const name of Object.keys(process.env)) if (!Object.hasOwn(env, name)) delete process.env[name];
    Object.assign(process.env, env);
    if (process.cwd() !== folder) process.chdir(folder);
    for (const symbol of Object.getOwnPropertySymbols(globalThis)) if (isOfCircus(symbol)) delete globalThis[symbol];
    endStorages();
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** There is no other context than the worker's. */
  getVmContext() {
    return null;
  }
}

module.exports = WorkerEnvironment;
