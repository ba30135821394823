import { credentialPurposes, digestWith, keyFor } from '@plumbline/config';
import type { Identity } from '@plumbline/http';
import { type TestServices, testPatience } from '../testServices';

/** Who a token of the plumbline's users service stands for. */
export function signedIn(plumbline: TestServices, key: string): Promise<Identity> {
  const question = { app: 'users', model: 'identity', verb: 'token' } as const;
  const { secretKey } = plumbline.services.get('users')!.engine.settings;
  const digest = digestWith(keyFor(credentialPurposes.token, secretKey), key);
  const call = { requestId: crypto.randomUUID(), asker: 'gateway', deadline: Date.now() + testPatience };
  return plumbline.bus.request(question, { digest }, call);
}
