import { JsonText } from '@plumbline/http';
import { openAnswer, sealAnswer } from '../src/write/idempotency/storedAnswer';

const secretKey = 'a secret key that is long enough to be one';
const again = async (outcome: unknown): Promise<unknown> =>
  openAnswer(JSON.parse(await sealAnswer(outcome, secretKey)), secretKey);

/** Laid out as nobody would write it anew, and short or long enough to be deflated here or in another thread. */
const body = (length: number) => `{ "weight": 1.50, "text": ",\\"body\\":${'x'.repeat(length)}" }`;

test.each([0, 2_000, 100_000])(
  'What is answered again is the same to the letter, with %d characters',
  async (length) => {
    const answer = { status: 201, body: new JsonText(body(length)), headers: { ETag: '"a,\\"body\\":b"' } };
    expect(await again(answer)).toEqual(answer);
  },
);

test('What was kept by an earlier version, and what is no answer, is what it was', async () => {
  const outcomes = [
    { status: 200, body: { a: 1 }, headers: {} },
    { status: 204 },
    { id: 'x', body: 'a note' },
    [{ status: 1 }],
    'text',
    7,
    null,
  ];
  for (const outcome of outcomes) expect(await again(outcome)).toEqual(outcome);
  expect(await again(undefined)).toBeNull();
});
