import { credentialPurposes, keyFor, unsealWith } from '@plumbline/config';
import { type BusHandler, demandAsker, gatewayStatement, type UnitOfWork, writersStatement } from '@plumbline/engine';
import { type Identity, problems } from '@plumbline/http';
import { z } from 'zod/v4';
import { changePassword } from '../account/changePassword';
import { profileOf } from '../account/profile';
import { addToken, revokeToken, tokensOf } from '../account/tokens';
import { slowDown, tokenPace } from './attempts';
import { identityById, userById } from './byId';
import { userByPassword } from './byPassword';
import { identityByToken } from './byToken';
import { grantsOf } from './grants';
import { identityOf } from './identityRow';
import { closeSession, identityBySession, openSession } from './sessions';

/** Who tries: the network the client is known by. */
const address = z.string().default('unknown');
/** Tokens and sessions are told by the digest they are found by. */
const withDigest = z.strictObject({ digest: z.string() });
const withToken = withDigest.extend({ address });
/** A name and password are sealed for this service. */
const withPassword = z.strictObject({ sealed: z.string(), address });
const forLogin = withPassword.extend({ digest: z.string() });
const credentials = z.strictObject({ username: z.string(), password: z.string() });
const withUser = z.strictObject({ userId: z.guid() });
/** Somebody who changes their password; with a digest where that is done in a browser, which gets a new session. */
const forPasswordChange = withPassword.extend({ digest: z.string().optional() });
const changedCredentials = credentials.extend({ newPassword: z.string() });
/** A new token: its key is made up by the gateway. */
const forToken = z.strictObject({ sealed: z.string() });
const tokenWanted = z.strictObject({
  key: z.string(),
  description: z.string().optional(),
  expires: z.string().optional(),
  write_enabled: z.boolean().optional(),
});
const withOwnToken = z.strictObject({ id: z.guid() });

function opened<T>({ engine }: UnitOfWork, sealed: string, schema: z.ZodType<T>): T {
  const key = keyFor(credentialPurposes.password, engine.settings.secretKey);
  return schema.parse(JSON.parse(unsealWith(key, sealed).toString()));
}

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
    return identityOf(await userByPassword(work, username, password, address));
  },
  /** The owner of a session. */
  'identity.session': async (work, payload) => identityBySession(work, withDigest.parse(payload).digest),
  /** Starts a session from the sign-in form. */
  'identity.login': async (work, payload) => {
    const { sealed, digest, address } = forLogin.parse(payload);
    const { username, password } = opened(work, sealed, credentials);
    return openSession(work, { username, password, address }, digest);
  },
  /** Ends a session. */
  'identity.logout': async (work, payload) => {
    await closeSession(work, withDigest.parse(payload).digest);
    return {};
  },
  /** The account of whoever asks. */
  'identity.profile': async (work) => profileOf(work, visitor(work).userId),
  /** Gives whoever asks another password, in the place of the one they know. */
  'identity.changePassword': async (work, payload) => {
    const { userId } = writingVisitor(work);
    const { sealed, digest, address } = forPasswordChange.parse(payload);
    await changePassword(work, { userId, address, ...opened(work, sealed, changedCredentials) }, digest);
    return {};
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
  /** What a user may do; the services ask about whoever they do something for. */
  'identity.permissions': async (work, payload) => {
    const { userId } = withUser.parse(payload);
    if (work.scope.asker !== 'gateway' && gatewayStatement(work).identity.userId !== userId) throw problems.forbidden();
    return grantsOf(work, userId);
  },
};
