import { demandBearer } from '../src';

describe('a token that must be sent', () => {
  const key = 'measures-may-be-read';
  it.each([`Bearer ${key}`, `bearer  ${key}`, `Token ${key}`])('is taken: %s', (authorization) => {
    expect(() => demandBearer({ authorization }, key)).not.toThrow();
  });

  it.each([undefined, '', 'Bearer', `Basic ${key}`, `Bearer ${key}x`, 'Bearer x', `Bearer ${key} x`, key])(
    'is not: %s',
    (authorization) => {
      expect(() => demandBearer({ authorization }, key)).toThrow(expect.objectContaining({ status: 403 }));
    },
  );

  it('is not asked for where there is none', () => {
    expect(() => demandBearer({}, undefined)).not.toThrow();
  });
});
