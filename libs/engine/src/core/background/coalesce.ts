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
  const start = (): Promise<void> => {
    const round = task().finally(() => {
      running = undefined;
    });
    running = round;
    return round;
  };
  return {
    next() {
      if (!running) return start();
      waiting ??= running.then(() => {
        waiting = undefined;
        return start();
      });
      return waiting;
    },
    settled: async () => {
      await Promise.all([running, waiting]);
    },
  };
}
