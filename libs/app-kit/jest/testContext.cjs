/**
 * Stands in for Node's AsyncLocalStorage where jest keeps whose test or hook is running. Node would follow it through every
 * promise of the worker: an await takes four times as long once one suite has run, and two hundred times after a hundred, since
 * each suite has one of its own, none of which ends. Tests run one after another: what was begun last is what runs.
 */
class OneAtATime {
  getStore() {
    return this.store;
  }

  run(store, work, ...given) {
    const before = this.store;
    const end = () => {
      this.store = before;
    };
    this.store = store;
    try {
      const result = work(...given);
      if (typeof result?.finally === 'function') return result.finally(end);
      end();
      return result;
    } catch (error) {
      end();
      throw error;
    }
  }
}

module.exports = { AsyncLocalStorage: OneAtATime };
