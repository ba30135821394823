import type { Bus } from '@plumbline/bus';
import { type Grants, type Identity, problems } from '@plumbline/http';

/** A person the users service knows. */
export interface Person {
  identity: Identity;
  password?: string;
  grants?: Grants;
}

/** Stands for the users service: people by token, by password and by session, and a count of the questions asked. */
export interface UsersDouble {
  tokens: Map<string, Person>;
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
  const byPassword = ({ username, password }: Record<string, string>) => {
    const person = people().find(({ identity }) => identity.username === username);
    if (!person || person.password !== password) throw problems.forbidden('Invalid username/password.');
    return person;
  };
  const verbs: Record<string, (payload: Record<string, string>) => unknown> = {
    token({ key = '' }) {
      const person = users.tokens.get(key);
      if (!person) throw problems.forbidden('Invalid token');
      return person.identity;
    },
    session({ key = '' }) {
      const person = users.sessions.get(key);
      if (!person) throw problems.forbidden();
      return person.identity;
    },
    basic: (payload) => byPassword(payload).identity,
    login(payload) {
      const person = byPassword(payload);
      const session_key = `session-${users.sessions.size + 1}`;
      users.sessions.set(session_key, person);
      return { session_key, identity: person.identity };
    },
    logout({ key = '' }) {
      users.sessions.delete(key);
      return {};
    },
    permissions: ({ userId }) => people().find(({ identity }) => identity.userId === userId)?.grants ?? {},
  };
  await bus.serve('users', async (payload, _call, { model, verb }) => {
    users.asked[verb] = (users.asked[verb] ?? 0) + 1;
    if (model === 'service') return about(verb, payload as never);
    const answer = verbs[verb];
    if (!answer) throw new Error(`users was asked to ${verb}`);
    return answer(payload as Record<string, string>);
  });
  return users;
}
