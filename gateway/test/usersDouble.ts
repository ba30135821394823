import type { Bus } from '@plumbline/bus';
import { credentialPurposes, digestWith, keyFor, unsealWith } from '@plumbline/config';
import { type Grants, type Identity, problems } from '@plumbline/http';

/** A person the users service knows. */
export interface Person {
  identity: Identity;
  password?: string;
  grants?: Grants;
  isStaff?: boolean;
}

export const secretKey = 'a secret for tests only';
const digestOf = (purpose: 'token' | 'session', key: string) =>
  digestWith(keyFor(credentialPurposes[purpose], secretKey), key);

/** Stands for the users service: people by token, by password and by session, and a count of the questions asked. */
export interface UsersDouble {
  tokens: Map<string, Person>;
  /** By the digest of their key. */
  sessions: Map<string, Person>;
  /** Questions by verb. */
  asked: Record<string, number>;
}

/** An identity with readable defaults. */
export function anIdentity(values: Partial<Identity> = {}): Identity {
  return { userId: 'u-1', username: 'ada', isSuperuser: true, writeEnabled: true, permissionStamp: '1', ...values };
}

/** Serves `users` on the bus: identities, and what every service answers about itself. */
export async function serveUsers(bus: Bus, about: (verb: string, payload: never) => unknown): Promise<UsersDouble> {
  const users: UsersDouble = { tokens: new Map(), sessions: new Map(), asked: {} };
  const people = () => [...users.tokens.values()];
  const byPassword = ({ sealed = '' }: Record<string, string>) => {
    const { username, password } = JSON.parse(
      unsealWith(keyFor(credentialPurposes.password, secretKey), sealed).toString(),
    );
    const person = people().find(({ identity }) => identity.username === username);
    if (!person || person.password !== password) throw problems.forbidden('Invalid username/password.');
    return person;
  };
  const verbs: Record<string, (payload: Record<string, string>, visitor?: Identity) => unknown> = {
    token({ digest }) {
      const [, person] = [...users.tokens].find(([key]) => digestOf('token', key) === digest) ?? [];
      if (!person) throw problems.forbidden('Invalid token');
      return person.identity;
    },
    session({ digest = '' }) {
      const person = users.sessions.get(digest);
      if (!person) throw problems.forbidden();
      return person.identity;
    },
    basic: (payload) => byPassword(payload).identity,
    login(payload) {
      const person = byPassword(payload);
      users.sessions.set(payload.digest ?? '', person);
      return person.identity;
    },
    offer: () => ({ password: true, links: [], bearer: false }),
    logout({ digest = '' }) {
      users.sessions.delete(digest);
      return {};
    },
    revokeOtherSessions: () => ({}),
    permissions: ({ userId }) => people().find(({ identity }) => identity.userId === userId)?.grants ?? {},
    profile: (_, visitor) => ({
      is_staff: people().some(({ identity, isStaff }) => isStaff && identity.userId === visitor?.userId),
    }),
  };
  await bus.serve('users', async (payload, { vouched }, { model, verb }) => {
    users.asked[verb] = (users.asked[verb] ?? 0) + 1;
    if (model === 'service') return about(verb, payload as never);
    const answer = verbs[verb];
    if (!answer) throw new Error(`users was asked to ${verb}`);
    return answer(payload as Record<string, string>, vouched?.statement.identity);
  });
  return users;
}
