import { stopUnwanted } from '../src/worker/stopUnwanted';

test('runs that nobody wants are ended, and none that begins meanwhile', async () => {
  const ended: string[] = [];
  const run = (id: string): [string, { stop(): void }] => [id, { stop: () => void ended.push(id) }];
  const running = new Map([run('wanted'), run('taken back'), run('over')]);
  await stopUnwanted(running, async (ids) => {
    expect(ids).toEqual(['wanted', 'taken back', 'over']);
    running.set(...run('just begun'));
    running.delete('over');
    return ['wanted'];
  });
  expect(ended).toEqual(['taken back']);
});

test('nobody is asked about nothing', () =>
  stopUnwanted(new Map(), () => {
    throw new Error('asked');
  }));
