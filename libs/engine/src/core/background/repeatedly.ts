import { coalesce } from './coalesce';

/** What is done again and again in the background, until it is stopped. */
export interface Repeated {
  /** Lets no more rounds begin; resolves when none is under way. */
  stop(): Promise<void>;
}

export interface RepeatedOptions {
  /** Milliseconds between the beginnings of rounds; those that come while one is under way are one that waits for it. */
  interval: number;
  /** Hears why a round failed; the next comes all the same. */
  failed(error: unknown): void;
  /** The first round begins now, and not after an interval. */
  atOnce?: boolean;
  /** Asked when a round is due: whether it takes place. */
  mayBegin?: () => boolean;
}

/** Does something again and again, never twice at the same time. */
export function repeatedly(
  act: () => Promise<unknown>,
  { interval, failed, atOnce = false, mayBegin = () => true }: RepeatedOptions,
): Repeated {
  let stopped = false;
  const rounds = coalesce(async () => {
    if (stopped) return;
    try {
      await act();
    } catch (error) {
      failed(error);
    }
  });
  if (atOnce) void rounds.next();
  const timer = setInterval(() => {
    if (mayBegin()) void rounds.next();
  }, interval);
  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await rounds.settled();
    },
  };
}
