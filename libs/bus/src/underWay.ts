/** Remembers what has been started, so that closing can wait for it. */
export interface UnderWay {
  /** Counts the promise until it settles and returns it unchanged. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Resolves when nothing is under way any more, or after the given milliseconds. */
  settled(withinMilliseconds: number): Promise<void>;
}

/** Starts with nothing under way. */
export function createUnderWay(): UnderWay {
  const works = new Set<Promise<unknown>>();
  return {
    track(work) {
      works.add(work);
      const forget = () => works.delete(work);
      work.then(forget, forget);
      return work;
    },
    async settled(withinMilliseconds) {
      const end = Date.now() + withinMilliseconds;
      while (works.size > 0 && Date.now() < end) {
        await within(Promise.allSettled(works), end - Date.now());
      }
    },
  };
}

/** Resolves with the work, or with undefined once the milliseconds have passed. */
export async function within<T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
