import type { Identity } from '@plumbline/http';
import type { Realm } from '../realm';

/** Who a token of the realm's users service stands for. */
export function signedIn(realm: Realm, key: string): Promise<Identity> {
  const question = { app: 'users', model: 'identity', verb: 'token' } as const;
  return realm.bus.request(question, { key }, { requestId: crypto.randomUUID(), deadline: Date.now() + 10_000 });
}
