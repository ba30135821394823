import { hash, randomBytes } from 'node:crypto';
import type { AcceptedIdentity, Identity } from '@plumbline/http';
import { LRUCache } from 'lru-cache';

export interface IdentityCacheOptions {
  /** Milliseconds an answer of the users service may be relied on. */
  lifetime: number;
  /** Largest number of credentials remembered; the least recently used goes first. */
  capacity: number;
}

/**
 * Remembers for a moment whose a credential is, under a keyed digest, so that no credential stays in memory. A credential that
 * ends sooner is not remembered beyond its end.
 */
export interface IdentityCache {
  /** Whose the credential is: from memory, or by asking; callers that ask at the same time share one question. */
  find(
    kind: 'token' | 'session' | 'user' | 'bearer' | 'proxied',
    credential: string,
    ask: () => Promise<AcceptedIdentity>,
  ): Identity | Promise<Identity>;
  /** Forgets everything, also the answers to questions that are being asked right now. */
  clear(): void;
  readonly size: number;
}

/** Makes an empty cache whose digests nobody outside this process can compute. */
export function createIdentityCache({ lifetime, capacity }: IdentityCacheOptions): IdentityCache {
  const digestKey = randomBytes(32).toString('base64');
  const entries = new LRUCache<string, Identity>({ max: capacity, ttl: lifetime, ttlResolution: 0, perf: Date });
  const asking = new Map<string, Promise<Identity>>();
  let generation = 0;

  async function question(key: string, ask: () => Promise<AcceptedIdentity>): Promise<Identity> {
    const [askedIn, askedAt] = [generation, Date.now()];
    try {
      const { acceptedFor = lifetime, ...identity } = await ask();
      const ttl = Math.min(lifetime, askedAt + acceptedFor - Date.now());
      // To the cache, no time at all would be for ever.
      if (askedIn === generation && ttl >= 1) entries.set(key, identity, { ttl });
      return identity;
    } finally {
      if (askedIn === generation) asking.delete(key);
    }
  }

  return {
    find(kind, credential, ask) {
      const key = hash('sha256', `${digestKey} ${kind} ${credential}`, 'base64');
      const known = entries.get(key);
      if (known) return known;
      const underWay = asking.get(key);
      if (underWay) return underWay;
      const asked = question(key, ask);
      asking.set(key, asked);
      return asked;
    },
    clear() {
      generation += 1;
      entries.clear();
      asking.clear();
    },
    get size() {
      return entries.size;
    },
  };
}
