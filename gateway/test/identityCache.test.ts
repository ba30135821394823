import { createIdentityCache } from '../src/authentication/identityCache';
import { anIdentity } from './usersDouble';

const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('the cache of identities', () => {
  it('shares one question among those who ask at the same time', async () => {
    const cache = createIdentityCache({ lifetime: 600_000, capacity: 10 });
    const ask = jest.fn(async () => anIdentity());
    await Promise.all([cache.find('token', 'a', ask), cache.find('token', 'a', ask)]);
    expect(cache.find('token', 'a', ask)).toEqual(anIdentity());
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('keeps tokens and sessions apart', async () => {
    const cache = createIdentityCache({ lifetime: 600_000, capacity: 10 });
    await cache.find('token', 'a', async () => anIdentity({ username: 'by token' }));
    const identity = await cache.find('session', 'a', async () => anIdentity({ username: 'by session' }));
    expect(identity.username).toBe('by session');
  });

  it('asks again when an answer is too old, and after a refusal', async () => {
    const cache = createIdentityCache({ lifetime: 20, capacity: 10 });
    const ask = jest.fn(async () => anIdentity());
    await cache.find('token', 'a', ask);
    await later(30);
    await cache.find('token', 'a', ask);
    expect(ask).toHaveBeenCalledTimes(2);
    const refuse = jest.fn(async () => Promise.reject(new Error('no')));
    await expect(cache.find('token', 'b', refuse)).rejects.toThrow('no');
    await expect(cache.find('token', 'b', refuse)).rejects.toThrow('no');
    expect(refuse).toHaveBeenCalledTimes(2);
  });

  it('asks again about a credential that is over', async () => {
    jest.useFakeTimers({ now: 1_000 });
    try {
      const cache = createIdentityCache({ lifetime: 2000, capacity: 10 });
      const ask = jest.fn(async () => ({ ...anIdentity(), acceptedFor: 100 }));
      expect(await cache.find('token', 'a', ask)).toEqual(anIdentity());
      jest.setSystemTime(1_099);
      expect(cache.find('token', 'a', ask)).toEqual(anIdentity());
      jest.setSystemTime(1_101);
      await cache.find('token', 'a', ask);
      expect(ask).toHaveBeenCalledTimes(2);
      const over = jest.fn(async () => ({ ...anIdentity(), acceptedFor: 0 }));
      await cache.find('token', 'b', over);
      await cache.find('token', 'b', over);
      expect(over).toHaveBeenCalledTimes(2);
    } finally {
      jest.useRealTimers();
    }
  });

  it('does not keep what was asked before it was cleared', async () => {
    const cache = createIdentityCache({ lifetime: 600_000, capacity: 10 });
    let answer = (_: unknown) => {};
    const slow = cache.find('token', 'a', () => new Promise((resolve) => (answer = resolve as typeof answer)));
    cache.clear();
    answer(anIdentity({ username: 'before' }));
    await slow;
    const identity = await cache.find('token', 'a', async () => anIdentity({ username: 'after' }));
    expect(identity.username).toBe('after');
  });

  it('is bounded; what was used least recently goes first', async () => {
    const cache = createIdentityCache({ lifetime: 600_000, capacity: 2 });
    const ask = jest.fn(async () => anIdentity());
    await cache.find('token', 'a', ask);
    await cache.find('token', 'b', ask);
    await cache.find('token', 'a', ask);
    await cache.find('token', 'c', ask);
    expect(cache.size).toBe(2);
    await cache.find('token', 'a', ask);
    expect(ask).toHaveBeenCalledTimes(3);
  });
});
