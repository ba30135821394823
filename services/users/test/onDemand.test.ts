import { onDemand } from '../src/onDemand';

test('what is made on demand is made once, and again where that failed', async () => {
  const outcomes = [new Error('EMFILE: too many open files'), 'words'];
  let made = 0;
  const words = onDemand(async () => {
    const outcome = outcomes[made++];
    if (outcome instanceof Error) throw outcome;
    return outcome;
  });
  expect(await Promise.allSettled([words(), words()])).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  expect(await Promise.all([words(), words()])).toEqual(['words', 'words']);
  expect(await words()).toBe('words');
  expect(made).toBe(2);
});
