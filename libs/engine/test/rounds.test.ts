import { setImmediate as turn } from 'node:timers/promises';
import { coalesce } from '../src/core/background/coalesce';
import { repeatedly } from '../src/core/background/repeatedly';

/** A task of which each round goes on until it is let go, and how often it was begun, at most how many at once. */
function heldTask() {
  const open: (() => void)[] = [];
  const seen = { begun: 0, most: 0 };
  const task = async (): Promise<void> => {
    seen.begun++;
    await new Promise<void>((resolve) => {
      open.push(resolve);
      seen.most = Math.max(seen.most, open.length);
    });
    await turn();
  };
  return { seen, task, letGo: () => open.shift()?.() };
}

describe('rounds of a task that many ask for', () => {
  it('are two at most, the one under way and the next', async () => {
    const { seen, task, letGo } = heldTask();
    const rounds = coalesce(task);
    const asked = [rounds.next(), rounds.next(), rounds.next()];
    letGo();
    await asked[0];
    letGo();
    await Promise.all(asked);
    expect(seen).toEqual({ begun: 2, most: 1 });
  });

  it.each([0, 1, 2, 3, 4, 5])(
    'are never two at once, for one who asks %i microtasks after the end of one',
    async (after) => {
      let under = 0;
      let most = 0;
      const rounds = coalesce(async () => {
        most = Math.max(most, ++under);
        await turn();
        under--;
      });
      const first = rounds.next();
      const second = rounds.next();
      await first;
      for (let microtask = 0; microtask < after; microtask++) await undefined;
      const third = rounds.next();
      await Promise.all([second, third]);
      await rounds.settled();
      expect(most).toBe(1);
    },
  );
});

describe('what is done again and again', () => {
  it('does not make up for rounds that were due while one took long, and begins none once it is stopped', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
    try {
      const { seen, task, letGo } = heldTask();
      const looks = repeatedly(task, { interval: 10, failed: (error) => expect(error).toBeUndefined() });
      jest.advanceTimersByTime(200);
      expect(seen.begun).toBe(1);
      letGo();
      while (seen.begun < 2) await turn();
      jest.advanceTimersByTime(200);
      const stopping = looks.stop();
      letGo();
      await stopping;
      expect(seen).toEqual({ begun: 2, most: 1 });
    } finally {
      jest.useRealTimers();
    }
  });

  it('goes on after a round that failed, at once or later', async () => {
    const failures: unknown[] = [];
    let rounds = 0;
    let looks!: ReturnType<typeof repeatedly>;
    const enough = new Promise<void>((resolve) => {
      const act = (): Promise<void> => {
        if (++rounds === 3) resolve();
        if (rounds === 1) throw new Error('at once');
        return Promise.reject(new Error('later'));
      };
      looks = repeatedly(act, { interval: 1, atOnce: true, failed: (error) => failures.push(String(error)) });
    });
    await enough;
    await looks.stop();
    expect(failures.slice(0, 2)).toEqual(['Error: at once', 'Error: later']);
  });
});
