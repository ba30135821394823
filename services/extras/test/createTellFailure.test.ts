import { createLog } from '@plumbline/log';
import { createTellFailure } from '../src/webhooks/createTellFailure';

const minute = 60_000;

describe('what the log is told of deliveries that failed', () => {
  it('is the first of each webhook, and later how many there were', () => {
    const lines: { webhook: string; delivery: string; untold: number }[] = [];
    const log = createLog({ name: 'test', destination: { write: (line) => lines.push(JSON.parse(line)) } });
    let time = 0;
    const tell = createTellFailure(log, () => time);
    const fail = (webhook: string, delivery: string) => tell({ webhook, id: delivery }, 'No.');
    fail('a', '1');
    fail('a', '2');
    fail('b', '3');
    time = 9 * minute;
    fail('a', '4');
    time = 10 * minute;
    fail('a', '5');
    fail('a', '6');
    time = 30 * minute;
    fail('a', '7');
    expect(lines.map(({ webhook, delivery, untold }) => [webhook, delivery, untold])).toEqual([
      ['a', '1', 0],
      ['b', '3', 0],
      ['a', '5', 2],
      ['a', '7', 1],
    ]);
  });
});
