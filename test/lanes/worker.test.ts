import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';

const { endStorages } = require('../../libs/app-kit/jest/storages.cjs') as { endStorages(): void };

/** Node numbers promises for as long as anybody wants to hear of each, which makes all of them slow. */
const isFollowed = (promise: Promise<unknown>) => Object.getOwnPropertySymbols(promise).length > 0;

test('nobody hears of the promises of a suite', () => {
  expect(isFollowed(Promise.resolve())).toBe(false);
});

test('what a suite stored for asynchronous work ends with it, and may be stored again', async () => {
  const storage = new AsyncLocalStorage<string>();
  for (const stored of ['once', 'again']) {
    storage.enterWith(stored);
    await turn();
    expect(storage.getStore()).toBe(stored);
    endStorages();
    await turn();
    expect(storage.getStore()).toBeUndefined();
    expect(isFollowed(Promise.resolve())).toBe(false);
  }
});
