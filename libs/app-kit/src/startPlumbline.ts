import { randomBytes, randomUUID } from 'node:crypto';
import type { ServiceDefinition } from '@plumbline/engine';
import type { Identity } from '@plumbline/http';
import { createLog } from '@plumbline/log';
import { catalogAmong, ownServices } from '@plumbline/program';
import { openDatabase, provisionService } from '@plumbline/store';
import {
  type ConformingPlumbline,
  createTestDatabase,
  expectStatus,
  send,
  superuser,
  testRolePrefix,
  testSecretKey,
} from '@plumbline/testkit';
import { Agent } from 'undici';
import { type Form, runProgram } from './runProgram';
import { provideTestServer } from './testServer';

/** An app, as the program loads it and as tests know it. */
export interface TestedApp {
  /** Where it lies: what `PLUMBLINE_APPS` would say. */
  folder: string;
  service: ServiceDefinition;
}

/** A program with an app, in a database of its own, that the conformance suite can be run in. */
export interface PlumblineWithApp extends ConformingPlumbline {
  url: string;
  /** A token of its first administrator. */
  token: string;
  stop(): Promise<void>;
}

/** Starts Plumbline with an app beside its own services, in one of its forms. */
export async function startPlumbline(form: Form, app: TestedApp): Promise<PlumblineWithApp> {
  const taken: GiveBack[] = [];
  try {
    return await startWith(form, app, taken);
  } catch (error) {
    // Why it does not start is to be told, whatever fails after that.
    await giveBack(taken).catch(() => undefined);
    throw error;
  }
}

type GiveBack = () => Promise<void>;

/** Gives back what was taken, the last first: all of it, whatever fails. */
async function giveBack(taken: GiveBack[]): Promise<void> {
  const last = taken.pop();
  if (!last) return;
  try {
    await last();
  } finally {
    await giveBack(taken);
  }
}

async function startWith(form: Form, { folder, service }: TestedApp, taken: GiveBack[]): Promise<PlumblineWithApp> {
  taken.push(await provideTestServer());
  const database = await createTestDatabase();
  taken.push(() => database.drop());
  const program = await runProgram(form, {
    DATABASE_URL: database.url,
    PLUMBLINE_APPS: `${service.app}=${folder}`,
    PLUMBLINE_SECRET_KEY: testSecretKey,
    PLUMBLINE_DATABASE_ROLE_PREFIX: testRolePrefix,
    PLUMBLINE_SUPERUSER_NAME: superuser.name,
    PLUMBLINE_SUPERUSER_PASSWORD: superuser.password,
    PLUMBLINE_SUPERUSER_API_TOKEN: superuser.apiToken,
    PLUMBLINE_MAX_PAGE_SIZE: '20000',
  });
  taken.push(() => program.stop());
  const agent = new Agent();
  taken.push(() => agent.close());
  const services = [...ownServices.all, service];
  // All of them, also where one fails: what is opened after that would be given back by nobody.
  const opening = await Promise.allSettled(services.map((one) => reading(one, database.url, taken)));
  const opened = opening.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
  const tokens = new Map<string, string>();
  const { url } = program;
  const ask = (method: string, path: string, body: unknown, headers: Record<string, string>) =>
    send({ agent, base: url }, method, path, body, headers);
  const request: PlumblineWithApp['request'] = (method, path, body, { as, headers } = {}) =>
    ask(method, path, body, {
      authorization: `Token ${(as && tokens.get(as.userId)) ?? superuser.apiToken}`,
      ...headers,
    });
  return {
    url,
    token: superuser.apiToken,
    request,
    catalog: catalogAmong(services),
    services: new Map(services.map((one, index) => [one.app, { engine: opened[index]! }])),
    tellsCost: false,
    signedIn: async (token) => {
      const answer = await ask('GET', `/api/users/users/?username=${superuser.name}`, undefined, {
        authorization: `Token ${token}`,
      });
      const [{ id: userId, username }] = expectStatus(answer, 200).body.results;
      return { userId, username, isSuperuser: true, writeEnabled: true, permissionStamp: randomUUID() };
    },
    admit: async (user, admin) => {
      tokens.set(user.userId, await tokenFor(user, (...asked) => request(asked[0], asked[1], asked[2], { as: admin })));
    },
    stop: () => giveBack(taken),
  };

  /** A token of a user, who makes it as anybody does. */
  async function tokenFor(
    user: Identity,
    asAdmin: (method: string, path: string, body: unknown) => ReturnType<typeof ask>,
  ) {
    const password = randomBytes(16).toString('hex');
    expectStatus(await asAdmin('PATCH', `/api/users/users/${user.userId}/`, { password }), 200);
    const grant = {
      name: `${user.username} token`,
      object_types: ['users.token'],
      actions: ['add'],
      users: [user.userId],
    };
    expectStatus(await asAdmin('POST', '/api/users/permissions/', grant), 201);
    const authorization = `Basic ${Buffer.from(`${user.username}:${password}`).toString('base64')}`;
    return expectStatus(await ask('POST', '/api/users/tokens/', {}, { authorization }), 201).body.key as string;
  }
}

/** What a service has, and its database to look into. */
async function reading({ app, models }: ServiceDefinition, adminUrl: string, taken: GiveBack[]) {
  const connectionString = await provisionService({
    adminUrl,
    app,
    rolePrefix: testRolePrefix,
    secretKey: testSecretKey,
  });
  const log = createLog({ name: 'test', level: 'silent' });
  const database = openDatabase({ connectionString, schema: app, poolSize: 2, applicationName: 'test', log });
  taken.push(() => database.close());
  return { models: new Map(models.map((model) => [model.label, model])), database };
}
