/** Lets so many at a time do something. */
export interface Turns {
  /** Does it when it is its turn; throws `NoTurn` when that has not come in time. */
  take<T>(act: () => Promise<T>): Promise<T>;
}

/** As pg words it when it has no connection in time. */
export class NoTurn extends Error {
  constructor() {
    super('timeout exceeded when trying to connect: others hold the connections there are for transactions');
    this.name = 'NoTurn';
  }
}

/** Makes turns that come in the order in which they are asked for, within the milliseconds or not at all. */
export function createTurns(atOnce: number, withinMilliseconds: number): Turns {
  let taken = 0;
  const waiting = new Set<() => void>();

  const wait = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(begin);
        reject(new NoTurn());
      }, withinMilliseconds);
      waiting.add(begin);
    });

  /** Whoever waits the longest goes on in the place of who is done. */
  function leave(): void {
    const [next] = waiting;
    if (next === undefined) {
      taken -= 1;
      return;
    }
    waiting.delete(next);
    next();
  }

  return {
    async take(act) {
      if (taken < atOnce) taken += 1;
      else await wait();
      try {
        return await act();
      } finally {
        leave();
      }
    },
  };
}
