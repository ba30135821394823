import { problems } from '@plumbline/http';
import { clientNetwork } from '../src/authentication/client-address';
import { createFailureBrake } from '../src/authentication/failure-brake';

const options = { free: 2, spacing: 20, longest: 40, forgiveness: 600_000, capacity: 2 };

async function timed(work: Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work;
  return performance.now() - started;
}

/** Whether it is done without waiting for any time to pass. */
async function isAtOnce(work: Promise<unknown>): Promise<boolean> {
  let isDone = false;
  void work.then(() => {
    isDone = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  return isDone;
}

describe('the brake on failures', () => {
  it('costs nothing at first, then more each time', async () => {
    const brake = createFailureBrake(options);
    brake.failed('a');
    brake.failed('a');
    expect(await isAtOnce(brake.wait('a'))).toBe(true);
    brake.failed('a');
    expect(await timed(brake.wait('a'))).toBeGreaterThanOrEqual(19);
    brake.failed('a');
    expect(await timed(brake.wait('a'))).toBeGreaterThanOrEqual(39);
    expect(await isAtOnce(brake.wait('b'))).toBe(true);
  });

  it('lets attempts of one address wait in line, and turns away those beyond', async () => {
    const brake = createFailureBrake(options);
    for (let failure = 0; failure < 5; failure++) brake.failed('a');
    const waiting = [brake.wait('a'), brake.wait('a')];
    await expect(brake.wait('a')).rejects.toMatchObject({
      status: 429,
      headers: { 'Retry-After': expect.any(String) },
    });
    expect(await timed(Promise.all(waiting))).toBeGreaterThanOrEqual(65);
  });

  it('counts attempts under way, so that many at once are no way around it', async () => {
    const brake = createFailureBrake(options);
    let tried = 0;
    const wrong = async () => {
      tried += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
      throw problems.forbidden();
    };
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => brake.attempt('a', wrong)));
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    expect(tried).toBeLessThanOrEqual(8);
    expect(await timed(brake.attempt('a', wrong).catch(() => undefined))).toBeGreaterThanOrEqual(35);
    expect(await isAtOnce(brake.attempt('b', async () => 1))).toBe(true);
  });

  it('lets through at once who is right, however often', async () => {
    const brake = createFailureBrake(options);
    const right = async () => {
      for (let time = 0; time < 50; time++) await brake.attempt('a', async () => time);
    };
    expect(await isAtOnce(right())).toBe(true);
  });

  it('forgives', async () => {
    const brake = createFailureBrake({ ...options, forgiveness: 10 });
    for (let failure = 0; failure < 3; failure++) brake.failed('a');
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(await isAtOnce(brake.wait('a'))).toBe(true);
  });

  it('remembers a bounded number of addresses', async () => {
    const brake = createFailureBrake(options);
    for (let failure = 0; failure < 4; failure++) brake.failed('a');
    brake.failed('b');
    brake.failed('c');
    expect(await isAtOnce(brake.wait('a'))).toBe(true);
  });
});

describe('the network failures are counted under', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8'],
    ['::1', '::'],
    [undefined, 'unknown'],
  ])('of %s is %s', (address, network) => {
    expect(clientNetwork(address)).toBe(network);
  });
});
