import { f } from '../src';

const email = f.email();
const url = f.url();
const readEmail = (value: string) => email.kind.parse(value, email);
const readUrl = (value: string) => url.kind.parse(value, url);

it.each([
  'ada@example.net',
  "o'neil+x_1.2=3@mail.example.museum",
  'a@B-1.DE',
  'a@localhost',
  'a@[127.0.0.1]',
  'a@[::1]',
  'a@ü.de',
  'a@例え.テスト',
  'a@xn--tda.de',
])('%s is an e-mail address', (text) => expect(readEmail(text)).toEqual({ value: text }));

it.each([
  'nowhere',
  '@b.de',
  'a@',
  'a@b',
  'a@b.c',
  'a.@b.de',
  '.a@b.de',
  'a..b@c.de',
  'a b@c.de',
  'a@b@c.de',
  'ü@b.de',
  'a@b..de',
  'a@-b.de',
  'a@b-.de',
  'a@b.de.',
  'a@b_c.de',
  'a@b.de/c',
  'a@b.de:25',
  'a@b%2ede',
  'a@[127.0.0]',
  'a@[x]',
  'a@[]',
  'a@／.de',
  `a@${'b'.repeat(64)}.de`,
])('%s is no e-mail address', (text) => expect(readEmail(text)).toEqual({ problem: ['Enter a valid email address.'] }));

it.each([
  'http://example.com',
  'HTTPS://Example.com:8443/a?b=c#d',
  'https://user:secret@example.com/',
  'ftp://files.example.com/x',
  'ftps://ü.de',
  'http://ü.de/ä',
  'http://example.com.',
  'http://localhost:8000',
  'http://127.0.0.1/',
  'http://[2001:db8::1]:80/',
  'https://example.com/a@b:c',
  'https://example.com?a',
])('%s is a web address', (text) => expect(readUrl(text)).toEqual({ value: text }));

it.each([
  'example.com',
  'http:/ex.com',
  'http:ex.com',
  'http://',
  'http:///ex.com',
  'http://x.com/a b',
  'http://x y.com',
  'http://.com',
  'http://a..b',
  'http://-a.com',
  'http://a-.com',
  'http://a',
  'http://a.b',
  'ftp://x',
  'http://1',
  'http://0x7f.1',
  'http://256.1.1.1',
  'http://x.com:99999',
  'http://x.com:port',
  'http://[::1',
  'http://[x]',
  'http://a\\b.com',
  'javascript://x.com',
  'mailto:a@b.de',
])('%s is no web address', (text) => expect(readUrl(text)).toEqual({ problem: ['Enter a valid URL.'] }));

it('long nonsense is refused at once', () => {
  const used = process.cpuUsage();
  for (const part of ['a', 'a.', '.', '-', '@', ':', '[', 'ü', 'a@'])
    for (const text of [part.repeat(200_000), `a@${part.repeat(200_000)}!`, `http://${part.repeat(200_000)} `]) {
      expect(readEmail(text)).toHaveProperty('problem');
      expect(readUrl(text)).toHaveProperty('problem');
    }
  const { user, system } = process.cpuUsage(used);
  expect((user + system) / 1_000).toBeLessThan(5_000);
});
