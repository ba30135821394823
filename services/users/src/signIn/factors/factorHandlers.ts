import {
  type BusHandler,
  demandAsker,
  gatewayStatement,
  inTransaction,
  type UnitOfWork,
  writersStatement,
} from '@plumbline/engine';
import { type FactorChallenge, problems, type SignedIn } from '@plumbline/http';
import { z } from 'zod/v4';
import { beginAttempt, factorPace } from '../../identity/attempts';
import { userById } from '../../identity/byId';
import { type AccountRow, lockAccount, userByPassword } from '../../identity/byPassword';
import type { IdentityRow } from '../../identity/identityRow';
import { opened } from '../../identity/opened';
import { openSession } from '../../identity/sessions';
import { endFlow, type Flow, openFlow, sealFlow } from '../flow';
import { signInRefusals } from '../refusals';
import { demanded } from './demand';
import { type FactorRow, factorsOf, insertFactor, removeFactor, shownFactorsOf } from './factorRows';
import { makeRecoveryCodes, recoveryFits } from './recovery';
import { newTotpSecret, sealedSecret, stepOf, totpEnrolment, totpFits } from './totp';
import { authenticationOptions, keyFits, madeKey, registrationOptions } from './webauthn';

export const withFlow = z.object({ sealed: z.string(), base: z.string() });
const flowKept = z.object({ flow: z.string() });
const proof = z.object({ flow: z.string(), code: z.string().optional(), credential: z.unknown() });
export const shown = withFlow.extend({
  digest: z.string(),
  address: z.string().default('unknown'),
  agent: z.string().optional(),
  replaces: z.string().optional(),
});
export const withBase = z.object({ base: z.string() });
export const forOwnFactors = withFlow.extend({ address: z.string().default('unknown') });
const wanted = proof.extend({ password: z.string(), name: z.string().default('') });
const unwanted = z.object({ id: z.guid(), password: z.string() });
type Shown = Pick<z.infer<typeof proof>, 'code' | 'credential'>;

/** Second factors: shown at the sign-in, and looked after by those whose they are. For the gateway alone. */
export const factorHandlers: Record<string, BusHandler> = {
  /** What is asked of somebody whose password was right. */
  'identity.challenge': async (work, payload): Promise<FactorChallenge> => {
    demandAsker(work, 'gateway');
    const { sealed, base } = withFlow.parse(payload);
    const { flow, user } = await demanded(work, opened(work, sealed, flowKept).flow);
    const factors = await factorsOf(work, user.id);
    const { userId, stamp } = flow.data as { userId: string; stamp: string };
    if (factors.length === 0) {
      const { secret, options } = await enrolment(base, user, factors);
      return {
        username: user.username,
        kinds: [],
        flow: sealFlow(work, 'factor', { userId, stamp, secret, challenge: options.challenge }),
        webauthn: options,
        enrolment: totpEnrolment(secret, user.username),
      };
    }
    const options = await authenticationOptions(base, factors);
    return {
      username: user.username,
      kinds: [...new Set(factors.map(({ kind }) => kind))],
      flow: sealFlow(work, 'factor', { userId, stamp, challenge: options.challenge }),
      webauthn: options,
    };
  },
  /** Signs in whoever shows their second factor, or sets up their first. */
  'identity.factor': async (work, payload): Promise<SignedIn & { recoveryCodes?: string[] }> => {
    demandAsker(work, 'gateway');
    const { sealed, base, ...session } = shown.parse(payload);
    const { flow: text, ...given } = opened(work, sealed, proof);
    const { flow, user } = await demanded(work, text);
    const signedIn = { ...session, hash: user.password };
    const attempt = await beginAttempt(work, factorPace, user.id);
    const factors = await factorsOf(work, user.id);
    const { challenge = '', secret } = flow.data;
    if (factors.length > 0) {
      if (!(await isShown(work, base, user.id, factors, challenge, given))) throw signInRefusals.wrongCode();
      await endFlow(work, flow);
      await attempt.succeeded();
      return openSession(work, user, signedIn);
    }
    if (secret === undefined) throw signInRefusals.outdated();
    const recoveryCodes = await setUp(work, base, user, { secret, challenge, name: '' }, given, flow);
    await attempt.succeeded();
    return { ...(await openSession(work, user, signedIn)), ...(recoveryCodes ? { recoveryCodes } : {}) };
  },
  /** The second factors of whoever asks. */
  'identity.factors': async (work) => {
    demandAsker(work, 'gateway');
    return shownFactorsOf(work, gatewayStatement(work).identity.userId);
  },
  /** Begins to set up another. */
  'identity.beginFactor': async (work, payload): Promise<FactorChallenge> => {
    demandAsker(work, 'gateway');
    const { base } = withBase.parse(payload);
    const user = await userById(work, gatewayStatement(work).identity.userId);
    const factors = await factorsOf(work, user.id);
    const { secret, options } = await enrolment(base, user, factors);
    return {
      username: user.username,
      kinds: [],
      flow: sealFlow(work, 'enrolment', { userId: user.id, secret, challenge: options.challenge }),
      webauthn: options,
      enrolment: totpEnrolment(secret, user.username),
    };
  },
  /** Sets it up, for somebody who shows their password. */
  'identity.addFactor': async (work, payload) => {
    const { userId } = owner(work);
    const { sealed, base, address } = forOwnFactors.parse(payload);
    const { flow: text, password, name, ...given } = opened(work, sealed, wanted);
    const user = await demandPassword(work, userId, password, address);
    const flow = openFlow(work, 'enrolment', text);
    const { secret, challenge } = flow.data as { secret: string; challenge: string };
    if (flow.data.userId !== userId) throw signInRefusals.outdated();
    const codes = await setUp(work, base, user, { secret, challenge, name }, given, flow);
    return codes ? { recoveryCodes: codes } : {};
  },
  /** Takes one away, for somebody who shows their password. */
  'identity.removeFactor': async (work, payload) => {
    const { userId } = owner(work);
    const { sealed, address } = forOwnFactors.parse(payload);
    const { id, password } = opened(work, sealed, unwanted);
    const user = await demandPassword(work, userId, password, address);
    const isGone = await inTransaction(work, async (inner) => {
      await lockAccount(inner, user);
      return removeFactor(inner, userId, id);
    });
    if (!isGone) throw problems.notFound();
    return {};
  },
};

/** Whoever changes something about their own account. */
function owner(work: UnitOfWork): { userId: string } {
  demandAsker(work, 'gateway');
  return writersStatement(work).identity;
}

async function demandPassword(
  work: UnitOfWork,
  userId: string,
  password: string,
  address: string,
): Promise<AccountRow> {
  const { username } = await userById(work, userId);
  const user = await userByPassword(work, username, password, address);
  if (user.id !== userId) throw problems.forbidden();
  return user;
}

async function enrolment(base: string, user: IdentityRow, factors: readonly FactorRow[]) {
  return { secret: newTotpSecret(), options: await registrationOptions(base, user, factors) };
}

async function isShown(
  work: UnitOfWork,
  base: string,
  userId: string,
  factors: readonly FactorRow[],
  challenge: string,
  { code, credential }: Shown,
): Promise<boolean> {
  if (credential !== undefined) return keyFits(work, base, factors, challenge, credential);
  const typed = (code ?? '').replaceAll(' ', '');
  if (!/^\d{6}$/.test(typed)) return recoveryFits(work, userId, typed);
  for (const factor of factors) if (factor.kind === 'totp' && (await totpFits(work, factor, typed))) return true;
  return false;
}

/** Keeps what was set up once it has been shown to work; answers codes to write down when it is the first. */
async function setUp(
  work: UnitOfWork,
  base: string,
  user: Pick<AccountRow, 'id' | 'password'>,
  { secret, challenge, name }: { secret: string; challenge: string; name: string },
  { code, credential }: Shown,
  flow: Flow,
): Promise<string[] | undefined> {
  const key = credential === undefined ? undefined : await madeKey(base, challenge, credential);
  const step = credential === undefined ? stepOf(secret, (code ?? '').replaceAll(' ', '')) : undefined;
  if (key === undefined && step === undefined) throw signInRefusals.wrongCode();
  await endFlow(work, flow);
  return inTransaction(work, async (inner) => {
    await lockAccount(inner, user);
    const isFirst = (await factorsOf(inner, user.id)).length === 0;
    await insertFactor(
      inner,
      user.id,
      key
        ? { ...key, name: name || 'Security key' }
        : { kind: 'totp', name: name || 'Authenticator app', secret: sealedSecret(inner, secret), counter: step! },
    );
    return isFirst ? makeRecoveryCodes(inner, user.id) : undefined;
  });
}
