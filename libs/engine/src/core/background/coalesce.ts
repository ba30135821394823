/** A task that is done again and again, never twice at the same time. */
export interface Coalesced {
  /**
   * A round that begins from now on. Everybody who comes while one is under way shares the next, so that however many
   * ask, two rounds are the most that anybody waits for.
   */
  next(): Promise<void>;
  /** Resolves when no round is under way and none is waiting. */
  settled(): Promise<void>;
}

/** Makes rounds of a task, which must not reject. */
export function coalesce(task: () => Promise<void>): Coalesced {
  let running: Promise<void> | undefined;
  let waiting: Promise<void> | undefined;
  // What waits has become what runs before anybody else can see that nothing runs any more.
  const round = async (): Promise<void> => {
    try {
      await task();
    } finally {
      running = waiting;
      waiting = undefined;
    }
  };
  return {
    next() {
      if (!running) {
        running = round();
        return running;
      }
      waiting ??= running.then(round);
      return waiting;
    },
    settled: async () => {
      await Promise.all([running, waiting]);
    },
  };
}
