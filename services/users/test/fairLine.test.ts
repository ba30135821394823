import { FairLine } from '../src/identity/fairLine';

/** A line of one, what has been done in it so far, and a way to let what is under way finish. */
function aLine() {
  const line = new FairLine(1);
  const done: string[] = [];
  const under: (() => void)[] = [];
  const ask = (address: string, account: string, { isKnown = false, deadline = Date.now() + 60_000 } = {}) =>
    line
      .run({ address, account, isKnown, deadline }, async () => {
        await new Promise<void>((finish) => under.push(finish));
        done.push(`${address} ${account}`);
      })
      .catch((error: { status: number }) => error.status);
  async function finishAll() {
    for (let idle = 0; idle < 5; idle++) {
      const finish = under.shift();
      finish?.();
      if (finish) idle = 0;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return { ask, done, under, finishAll };
}

describe('the line in which passwords are hashed', () => {
  it('takes one address after the other, and its known accounts first', async () => {
    const { ask, done, finishAll } = aLine();
    for (let guess = 0; guess < 4; guess++) void ask('crowd', `guess${guess}`);
    void ask('crowd', 'ada', { isKnown: true });
    void ask('other', 'grace');
    await finishAll();
    expect(done).toEqual(['crowd guess0', 'crowd ada', 'other grace', 'crowd guess1', 'crowd guess2', 'crowd guess3']);
  });

  it('does what was asked at the same time a few at a time', async () => {
    const { ask, under, finishAll } = aLine();
    for (let guess = 0; guess < 10; guess++) void ask('crowd', 'ada');
    await new Promise((resolve) => setImmediate(resolve));
    expect(under).toHaveLength(1);
    await finishAll();
  });

  it('turns away those of the account that most of an address wait for', async () => {
    const { ask, done, finishAll } = aLine();
    const crowd = Array.from({ length: 100 }, () => ask('crowd', 'ada'));
    const other = ask('crowd', 'grace');
    const elsewhere = ask('other', 'ada');
    await finishAll();
    expect((await Promise.all(crowd)).filter((status) => status === 429)).toHaveLength(70);
    expect([await other, await elsewhere]).toEqual([undefined, undefined]);
    expect(done).toHaveLength(32);
  });

  it('keeps the place of known accounts when all names are different', async () => {
    const { ask, done, finishAll } = aLine();
    for (let guess = 0; guess < 40; guess++) void ask('crowd', `guess${guess}`);
    const known = ask('crowd', 'ada', { isKnown: true });
    await finishAll();
    expect(await known).toBeUndefined();
    expect(done[1]).toBe('crowd ada');
  });

  it('does nothing for whom nobody waits any more, and goes on after a failure', async () => {
    const line = new FairLine(1);
    const asker = { address: 'a', account: 'ada', isKnown: false };
    let finish = () => {};
    const first = line.run(
      asker,
      () =>
        new Promise<void>((done) => {
          finish = done;
        }),
    );
    const late = line.run({ ...asker, deadline: Date.now() + 20 }, async () => 1);
    await expect(late).rejects.toMatchObject({ status: 429 });
    finish();
    await first;
    await expect(line.run(asker, () => Promise.reject(new Error('x')))).rejects.toThrow('x');
    expect(await line.run(asker, async () => 2)).toBe(2);
  });
});
