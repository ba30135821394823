import { signedToken } from '../src';

const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const token = signedToken<{ user: string }>('x1');
const claims = { user: 'ada' };

test('a token is read by whoever has one of its keys', () => {
  const text = token.write(claims, [key, other]);
  expect(token.read(text, key)).toEqual(claims);
  expect(token.read(text, other)).toEqual(claims);
  expect(token.read(text, Buffer.alloc(32, 3))).toBeUndefined();
});

test('a token is good for what it is bound to alone', () => {
  const text = token.write(claims, [key], 'session');
  expect(token.read(text, key, 'session')).toEqual(claims);
  for (const bound of ['', 'sessio', 'session.']) expect(token.read(text, key, bound)).toBeUndefined();
});

test('what is signed for one purpose is nothing for another', () => {
  const text = token.write(claims, [key]);
  expect(signedToken('x2').read(text.replace('x1', 'x2'), key)).toBeUndefined();
  expect(signedToken('x1', 'another').read(text, key)).toBeUndefined();
});

test('a damaged token is none', () => {
  const text = token.write(claims, [key]);
  const [form, said, proof] = text.split('.') as [string, string, string];
  const damaged = [
    '',
    form,
    `${form}.${said}`,
    `${form}.${said}.`,
    `${form}..${proof}`,
    `${text}.`,
    `${text}.${proof}`,
    text.slice(0, -2),
    `${form}.${said}.${proof.slice(0, 20)}`,
    `${form}.${Buffer.from('{"user":"eve"}').toString('base64url')}.${proof}`,
  ];
  for (const wrong of damaged) expect([wrong, token.read(wrong, key)]).toEqual([wrong, undefined]);
});
