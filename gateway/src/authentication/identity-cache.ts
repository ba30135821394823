import { hash, randomBytes } from 'node:crypto';
import type { Identity } from '@plumbline/http';

interface Entry {
  identity: Identity;
  /** Epoch milliseconds after which the users service is asked again. */
  until: number;
}

export interface IdentityCacheOptions {
  /** Milliseconds an answer of the users service may be relied on. */
  lifetime: number;
  /** Largest number of credentials remembered; the least recently used goes first. */
  capacity: number;
}

/** Remembers for a moment whose a credential is, under a keyed digest, so that no credential stays in memory. */
export interface IdentityCache {
  /** Whose the credential is: from memory, or by asking; callers that ask at the same time share one question. */
  find(
    kind: 'token' | 'session' | 'user',
    credential: string,
    ask: () => Promise<Identity>,
  ): Identity | Promise<Identity>;
  /** Forgets everything, also the answers to questions that are being asked right now. */
  clear(): void;
  readonly size: number;
}

/** Makes an empty cache whose digests nobody outside this process can compute. */
export function createIdentityCache({ lifetime, capacity }: IdentityCacheOptions): IdentityCache {
  const digestKey = randomBytes(32).toString('base64');
  const entries = new Map<string, Entry>();
  const asking = new Map<string, Promise<Identity>>();
  let generation = 0;

  function remember(key: string, identity: Identity) {
    if (entries.size >= capacity) {
      const oldest = entries.keys().next();
      if (!oldest.done) entries.delete(oldest.value);
    }
    entries.set(key, { identity, until: Date.now() + lifetime });
  }

  async function question(key: string, ask: () => Promise<Identity>): Promise<Identity> {
    const askedIn = generation;
    try {
      const identity = await ask();
      if (askedIn === generation) remember(key, identity);
      return identity;
    } finally {
      if (askedIn === generation) asking.delete(key);
    }
  }

  return {
    find(kind, credential, ask) {
      const key = hash('sha256', `${digestKey} ${kind} ${credential}`, 'base64');
      const entry = entries.get(key);
      if (entry) {
        entries.delete(key);
        if (entry.until > Date.now()) {
          entries.set(key, entry);
          return entry.identity;
        }
      }
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
