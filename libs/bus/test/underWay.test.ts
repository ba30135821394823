import { createUnderWay } from '../src/underWay';

test('waits for all that is under way, also for what begins and fails meanwhile', async () => {
  const underWay = createUnderWay();
  const ends: ((error?: Error) => void)[] = [];
  const work = () =>
    underWay.track(new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve()))));
  const [first, second] = [work(), work()];
  let settled = false;
  const waiting = underWay.settled(10_000).then(() => {
    settled = true;
  });
  ends[0]!();
  await first;
  const third = work();
  ends[1]!(new Error('no'));
  await expect(second).rejects.toThrow('no');
  expect(settled).toBe(false);
  ends[2]!();
  await third;
  await waiting;
  await underWay.settled(10_000);
});

test('waits no longer than it may', async () => {
  const underWay = createUnderWay();
  void underWay.track(new Promise(() => undefined));
  await underWay.settled(20);
});
