const hooks = require('node:async_hooks');
const { syncBuiltinESMExports } = require('node:module');

/** Every storage of the worker that may be at work. */
const made = new Set();

/** Node's own, of which it is known that it was made. */
class AsyncLocalStorage extends hooks.AsyncLocalStorage {
  constructor(...given) {
    super(...given);
    made.add(new WeakRef(this));
  }
}

// From some release of Node 24 on it is a property that cannot be set.
Object.defineProperty(hooks, 'AsyncLocalStorage', { value: AsyncLocalStorage });
syncBuiltinESMExports();

/**
 * Ends what has been stored for asynchronous work: Node goes on telling each storage of every promise otherwise, and whatever is
 * awaited after a suite takes several times as long. A storage that is used again is at work again.
 */
function endStorages() {
  for (const reference of made) {
    const storage = reference.deref();
    if (storage) storage.disable();
    else made.delete(reference);
  }
}

module.exports = { endStorages };
