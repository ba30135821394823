import type { Question } from '@plumbline/engine';
import { z } from 'zod/v4';
import { identityById } from './byId';
import { userByPassword } from './byPassword';
import { identityByToken } from './byToken';
import { grantsOf } from './grants';
import { identityOf } from './identityRow';
import { closeSession, identityBySession, openSession } from './sessions';

const withKey = z.strictObject({ key: z.string() });
const withPassword = z.strictObject({ username: z.string(), password: z.string() });
const withUser = z.strictObject({ userId: z.guid() });

/** What the gateway and the services ask about who is asking. Refusals are 403 problems. */
export const identityQuestions: Record<string, Question> = {
  /** The owner of a token. */
  'identity.token': async (work, payload) => identityByToken(work, withKey.parse(payload).key),
  /** The owner of a name and password, for this request only. */
  'identity.basic': async (work, payload) => {
    const { username, password } = withPassword.parse(payload);
    return identityOf(await userByPassword(work, username, password));
  },
  /** The owner of a session. */
  'identity.session': async (work, payload) => identityBySession(work, withKey.parse(payload).key),
  /** Starts a session from the sign-in form. */
  'identity.login': async (work, payload) => {
    const { username, password } = withPassword.parse(payload);
    return openSession(work, username, password);
  },
  /** Ends a session. */
  'identity.logout': async (work, payload) => {
    await closeSession(work, withKey.parse(payload).key);
    return {};
  },
  /** The user with an id, in whose name a job asks. */
  'identity.user': async (work, payload) => identityById(work, withUser.parse(payload).userId),
  /** What a user may do. */
  'identity.permissions': async (work, payload) => grantsOf(work, withUser.parse(payload).userId),
};
