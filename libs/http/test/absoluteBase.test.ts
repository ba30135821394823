import type { IncomingMessage } from 'node:http';
import { absoluteBase, requestIdOf } from '../src';

const from = (headers: IncomingMessage['headers'], encrypted = false) =>
  absoluteBase({ headers, socket: { encrypted } as unknown as IncomingMessage['socket'] });

describe('absoluteBase', () => {
  it('is what the client called us', () => {
    expect(from({ host: 'sot.example.net:8080' })).toBe('http://sot.example.net:8080');
    expect(from({ host: '[::1]:8080' }, true)).toBe('https://[::1]:8080');
  });

  it('believes the proxy in front', () => {
    expect(
      from({
        host: 'internal',
        'x-forwarded-proto': 'https, http',
        'x-forwarded-host': 'sot.example.net, internal',
        'x-forwarded-prefix': '/inventory/',
      }),
    ).toBe('https://sot.example.net/inventory');
  });

  it('passes over what is no host, scheme or path', () => {
    const hostile = { host: 'a"><script>', 'x-forwarded-proto': 'javascript', 'x-forwarded-prefix': '//evil.example' };
    expect(from(hostile)).toBe('http://localhost');
    expect(from({ host: 'good', 'x-forwarded-host': 'evil.example/path' })).toBe('http://good');
  });
});

describe('requestIdOf', () => {
  it('keeps a harmless id and replaces any other', () => {
    const given = '0B7E6C3A-5d0f-4a8e-9a53-1c2d3e4f5a6b';
    expect(requestIdOf({ headers: { 'x-request-id': given } })).toBe(given.toLowerCase());
    expect(requestIdOf({ headers: { 'x-request-id': 'abc-1' } })).toMatch(/^[0-9a-f-]{36}$/);
    expect(requestIdOf({ headers: { 'x-request-id': 'a b\n' } })).toMatch(/^[0-9a-f-]{36}$/);
    expect(requestIdOf({ headers: {} })).toMatch(/^[0-9a-f-]{36}$/);
  });
});
