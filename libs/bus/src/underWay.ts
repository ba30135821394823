import pTimeout from 'p-timeout';

/** Remembers what has been started, so that closing can wait for it. */
export interface UnderWay {
  /** Counts the promise until it settles and returns it unchanged. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Resolves when nothing is under way any more, or after the given milliseconds. */
  settled(withinMilliseconds: number): Promise<void>;
}

/**
 * Starts with nothing under way. What is under way is counted and not kept: a Set that works keep entering and leaving holds on
 * to them long after they are done (`AnswersUnderWay` of the HTTP server says why).
 */
export function createUnderWay(): UnderWay {
  let count = 0;
  let waiting: (() => void)[] = [];
  const settle = () => {
    count -= 1;
    if (count > 0) return;
    for (const tell of waiting) tell();
    waiting = [];
  };
  return {
    track(work) {
      count += 1;
      work.then(settle, settle);
      return work;
    },
    async settled(withinMilliseconds) {
      const end = Date.now() + withinMilliseconds;
      while (count > 0 && Date.now() < end)
        await pTimeout(
          new Promise<void>((resolve) => waiting.push(resolve)),
          Math.max(end - Date.now(), 0),
          () => undefined,
        );
    },
  };
}
