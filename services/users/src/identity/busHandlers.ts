import { type BusHandler, demandAsker, gatewayStatement, type UnitOfWork, writersStatement } from '@plumbline/engine';
import { type FactorDemand, type Identity, problems } from '@plumbline/http';
import { z } from 'zod/v4';
import { changePassword } from '../account/changePassword';
import { profileOf } from '../account/profile';
import { addToken, revokeToken, tokensOf } from '../account/tokens';
import { leave, signInHandlers } from '../signIn/busHandlers';
import { signInByPassword } from '../signIn/byPassword';
import { factorDemand } from '../signIn/factors/demand';
import { factorHandlers } from '../signIn/factors/factorHandlers';
import { slowDown, tokenPace } from './attempts';
import { identityById, userById } from './byId';
import { identityByToken } from './byToken';
import { grantsOf } from './grants';
import { identityOf } from './identityRow';
import { opened } from './opened';
import { refusals } from './refusals';
import {
  closeSession,
  identityBySession,
  openSession,
  revokeOtherSessions,
  revokeSession,
  sessionsOf,
} from './sessions';

/** Who tries: the network the client is known by. */
const address = z.string().default('unknown');
/** Tokens and sessions are told by the digest they are found by. */
export const withDigest = z.object({ digest: z.string() });
export const withToken = withDigest.extend({ address });
/** A name and password are sealed for this service. */
export const withPassword = z.object({ sealed: z.string(), address });
export const forLogin = withPassword.extend({
  digest: z.string(),
  agent: z.string().optional(),
  replaces: z.string().optional(),
});
export const forLogout = withDigest.extend({ base: z.string().optional() });
/** Sessions: of whoever asks, or, for superusers, of a user or everybody; `current` is the digest of the one that asks. */
export const forSessions = z.object({
  current: z.string().optional(),
  everybody: z.boolean().default(false),
  username: z.string().optional(),
});
export const withSession = z.object({ id: z.guid() });
export const forOtherSessions = z.object({ current: z.string() });
const credentials = z.object({ username: z.string(), password: z.string() });
export const withUser = z.object({ userId: z.guid() });
/** Somebody who changes their password; with a digest where that is done in a browser, whose session goes on with another key. */
export const forPasswordChange = withPassword.extend({ digest: z.string().optional() });
const changedCredentials = credentials.extend({ newPassword: z.string(), replaces: z.string().optional() });
/** A new token: its key is made up by the gateway. */
export const forToken = z.object({ sealed: z.string() });
const tokenWanted = z.object({
  key: z.string(),
  description: z.string().optional(),
  expires: z.string().optional(),
  write_enabled: z.boolean().optional(),
});
export const withOwnToken = z.object({ id: z.guid() });

/** Who visits the pages about their account, which are the gateway's. */
function visitor(work: UnitOfWork): Identity {
  demandAsker(work, 'gateway');
  return gatewayStatement(work).identity;
}

/** The same where something is changed there. */
function writingVisitor(work: UnitOfWork): Identity {
  demandAsker(work, 'gateway');
  return writersStatement(work).identity;
}

/** The gateway asks before there is a statement, and extras runs scheduled jobs in the names of people who are not there. */
const forEverybody: readonly string[] = ['gateway', 'extras'];

/** What the gateway and the services ask about who is asking. Refusals are 403 problems. */
export const identityHandlers: Record<string, BusHandler> = {
  /** The owner of a token. */
  'identity.token': async (work, payload) => {
    const { digest, address } = withToken.parse(payload);
    return identityByToken(work, digest).catch((error) => slowDown(work, tokenPace, address, error));
  },
  /** The owner of a name and password, for this request only. */
  'identity.basic': async (work, payload) => {
    const { sealed, address } = withPassword.parse(payload);
    const { username, password } = opened(work, sealed, credentials);
    const signedIn = await signInByPassword(work, username, password, address);
    if (await factorDemand(work, signedIn)) throw refusals.needsFactor();
    return identityOf(signedIn.user);
  },
  /** The owner of a session. */
  'identity.session': async (work, payload) => identityBySession(work, withDigest.parse(payload).digest),
  /** Starts a session from the sign-in form. */
  'identity.login': async (work, payload) => {
    const { sealed, ...session } = forLogin.parse(payload);
    const { username, password } = opened(work, sealed, credentials);
    const signedIn = await signInByPassword(work, username, password, session.address);
    const factorFlow = await factorDemand(work, signedIn);
    if (factorFlow !== undefined) return { factorFlow } satisfies FactorDemand;
    const { user, ...how } = signedIn;
    return openSession(work, user, { ...session, ...how });
  },
  /** Ends a session; tells where the browser goes on. */
  'identity.logout': async (work, payload) => {
    const { digest, base } = forLogout.parse(payload);
    const closed = await closeSession(work, digest);
    const url = closed && base !== undefined ? await leave(work, closed.method, closed.idToken, base) : undefined;
    return url === undefined ? {} : { url };
  },
  /** Sessions that are not over. */
  'identity.sessions': async (work, payload) => {
    const { userId, isSuperuser } = visitor(work);
    const { current, everybody, username } = forSessions.parse(payload);
    if ((everybody || username !== undefined) && !isSuperuser) throw problems.forbidden();
    const isOwn = !everybody && username === undefined;
    return sessionsOf(work, { userId: isOwn ? userId : undefined, username, current });
  },
  /** Ends a session of whoever asks, or, for superusers, of anybody. */
  'identity.revokeSession': async (work, payload) => {
    const { userId, isSuperuser } = writingVisitor(work);
    await revokeSession(work, withSession.parse(payload).id, isSuperuser ? undefined : userId);
    return {};
  },
  /** Ends all other sessions of whoever asks. */
  'identity.revokeOtherSessions': async (work, payload) => {
    const { userId } = writingVisitor(work);
    await revokeOtherSessions(work, userId, forOtherSessions.parse(payload).current);
    return {};
  },
  ...signInHandlers,
  ...factorHandlers,
  /** The account of whoever asks. */
  'identity.profile': async (work) => profileOf(work, visitor(work).userId),
  /** Gives whoever asks another password, in the place of the one they know. */
  'identity.changePassword': async (work, payload) => {
    const { userId } = writingVisitor(work);
    const { sealed, digest, address } = forPasswordChange.parse(payload);
    return changePassword(work, { userId, address, ...opened(work, sealed, changedCredentials) }, digest);
  },
  /** The tokens of whoever asks, without their keys. */
  'identity.tokens': async (work) => tokensOf(work, visitor(work).userId),
  /** Makes a token for whoever asks. */
  'identity.addToken': async (work, payload) => {
    const { userId } = writingVisitor(work);
    const { sealed } = forToken.parse(payload);
    return addToken(work, await userById(work, userId), opened(work, sealed, tokenWanted));
  },
  /** Ends a token of whoever asks. */
  'identity.revokeToken': async (work, payload) => {
    const { userId } = writingVisitor(work);
    const { id } = withOwnToken.parse(payload);
    await revokeToken(work, await userById(work, userId), id);
    return {};
  },
  /** The user with an id, in whose name a job asks. */
  'identity.user': async (work, payload) => identityById(work, withUser.parse(payload).userId),
  /** What a user may do; most services ask about whoever they do something for. */
  'identity.permissions': async (work, payload) => {
    const { userId } = withUser.parse(payload);
    const mayAskOfAll = forEverybody.includes(String(work.scope.asker));
    if (!mayAskOfAll && gatewayStatement(work).identity.userId !== userId) throw problems.forbidden();
    return grantsOf(work, userId);
  },
};
