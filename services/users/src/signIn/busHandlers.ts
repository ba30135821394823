import type { BusHandler, UnitOfWork } from '@plumbline/engine';
import { demandAsker, inTransaction } from '@plumbline/engine';
import type { SignInReturn, SignInStart } from '@plumbline/http';
import { z } from 'zod/v4';
import { answerPace, slowDown, tokenPace } from '../identity/attempts';
import { identityOf } from '../identity/identityRow';
import { opened } from '../identity/opened';
import { refusals } from '../identity/refusals';
import { closeProviderSessions, openSession } from '../identity/sessions';
import { admit } from './admit';
import { byToken } from './byToken';
import { endFlow, openFlow, sealFlow } from './flow';
import { demandMethod, methodsOf, offerOf } from './methods';
import { useOnce } from './once';
import { signInRefusals } from './refusals';

const address = z.string().default('unknown');
export const withMethod = z.object({ method: z.string(), base: z.string() });
export const departure = withMethod.extend({ next: z.string() });
/** The browser's session: the digest of its key, what it calls itself, and the session it was in before. */
const newSession = z.object({
  digest: z.string(),
  address,
  agent: z.string().optional(),
  replaces: z.string().optional(),
});
export const sealed = z.object({ sealed: z.string(), address });
export const returned = newSession.extend({ method: z.string(), sealed: z.string() });
const returnedWith = z.object({ flow: z.string(), query: z.string() });
export const received = withMethod.extend({ sealed: z.string() });
const fields = z.record(z.string(), z.string());
const tokenShown = z.object({ token: z.string() });
export const logout = z.object({ method: z.string(), sealed: z.string() });

/** Ways of signing in beside local accounts, for the gateway alone. */
export const signInHandlers: Record<string, BusHandler> = {
  /** Which ways of signing in there are. */
  'identity.offer': async (work) => {
    demandAsker(work, 'gateway');
    return offerOf(work);
  },
  /** Begins to sign somebody in elsewhere. */
  'identity.depart': async (work, payload): Promise<SignInStart> => {
    demandAsker(work, 'gateway');
    const { method: key, base, next } = departure.parse(payload);
    const method = demandMethod(work, key);
    if (!method.depart) throw signInRefusals.unknownMethod();
    const { url, data } = await method.depart(work, base);
    return { url, flow: sealFlow(work, flowKind(method.kind), { ...data, method: key, next }) };
  },
  /** Signs in whoever comes back from elsewhere. */
  'identity.arrive': async (work, payload): Promise<SignInReturn> => {
    demandAsker(work, 'gateway');
    const { method: key, sealed: text, ...session } = returned.parse(payload);
    const method = demandMethod(work, key);
    if (!method.arrive) throw signInRefusals.unknownMethod();
    const { flow: kept, query } = opened(work, text, returnedWith);
    const flow = openFlow(work, flowKind(method.kind), kept);
    if (flow.data.method !== key) throw signInRefusals.outdated();
    await endFlow(work, flow);
    const { proof, session: provider } = await method.arrive(work, flow.data, query);
    const user = await admit(work, method.policy, proof);
    const seconds = method.policy.session_seconds;
    const identity = await openSession(work, user, { ...session, method: key, seconds, provider });
    return { identity, next: flow.data.next ?? '' };
  },
  /** Takes what a browser was made to post here, for when it comes by itself. */
  'identity.receive': async (work, payload) => {
    demandAsker(work, 'gateway');
    const { method: key, base, sealed: text } = received.parse(payload);
    const method = demandMethod(work, key);
    if (!method.receive) throw signInRefusals.unknownMethod();
    const { address: from = 'unknown', ...form } = opened(work, text, fields);
    const arrival = method.receive(work, base, form, from);
    return { arrival: await arrival.catch((error) => slowDown(work, answerPace, from, error)) };
  },
  /** Tells the other side of us. */
  'identity.describe': async (work, payload) => {
    demandAsker(work, 'gateway');
    const { method: key, base } = withMethod.parse(payload);
    const method = demandMethod(work, key);
    if (!method.describe) throw signInRefusals.unknownMethod();
    return { xml: method.describe(base) };
  },
  /** Whose token of a provider it is. */
  'identity.bearer': async (work, payload) => {
    demandAsker(work, 'gateway');
    const { sealed: text, address: from } = sealed.parse(payload);
    const { token } = opened(work, text, tokenShown);
    return identityOf(await byToken(work, token).catch((error) => slowDown(work, tokenPace, from, error)));
  },
  /** Whom a trusted proxy has let in. */
  'identity.proxied': async (work, payload) => {
    demandAsker(work, 'gateway');
    const values = opened(work, sealed.parse(payload).sealed, fields);
    for (const [, method] of methodsOf(work)) {
      const proof = method.byHeaders?.(values);
      if (proof) return identityOf(await admit(work, method.policy, proof));
    }
    throw refusals.sessionOver();
  },
  /** Ends the sessions that a provider says are over. */
  'identity.ended': async (work, payload) => {
    demandAsker(work, 'gateway');
    const { method: key, sealed: text } = logout.parse(payload);
    const method = demandMethod(work, key);
    if (!method.endedBy) throw signInRefusals.unknownMethod();
    const { sessions, token } = await method.endedBy(work, opened(work, text, tokenShown).token);
    await inTransaction(work, async (inner) => {
      if (!(await useOnce(inner, `logout ${key}`, token.id, token.seconds))) throw signInRefusals.badToken();
      await closeProviderSessions(inner, key, sessions);
    });
    return {};
  },
};

const flowKind = (kind: string): 'oidc' | 'saml' => (kind === 'saml' ? 'saml' : 'oidc');

/** Where a browser goes on that has signed out; undefined when it stays. */
export async function leave(work: UnitOfWork, key: string, idToken: string | undefined, base: string) {
  return methodsOf(work).get(key)?.leave?.(work, idToken, base);
}
