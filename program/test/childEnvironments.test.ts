import { readSettings } from '@plumbline/config';
import { childEnvironments, workerEnvironment } from '../src/supervisor/childEnvironments';

const env = {
  PLUMBLINE_SECRET_KEY: 'k'.repeat(40),
  DATABASE_URL: 'postgres://localhost/unused',
  PLUMBLINE_SUPERUSER_PASSWORD: 'a secret',
  NAUTOBOT_SUPERUSER_API_TOKEN: 'a secret'.padEnd(40),
  PLUMBLINE_SUPERUSER_API_TOKEN_FILE: '/run/secrets/secret-token',
  PLUMBLINE_SIGN_IN_FILE: '/run/secrets/secret-ways',
  SOCIAL_AUTH_OIDC_SECRET: 'a secret',
  NAUTOBOT_AUTH_LDAP_BIND_PASSWORD: 'a secret',
};
const settings = readSettings({ PLUMBLINE_SECRET_KEY: env.PLUMBLINE_SECRET_KEY, DATABASE_URL: env.DATABASE_URL });
const secretsIn = (given: NodeJS.ProcessEnv) =>
  Object.keys(given).filter((name) => given[name]?.includes('secret') && name in env);

it('what people are known by is told to the users service alone', () => {
  const parts = { natsUrl: 'nats://127.0.0.1:1', ports: { users: 8081, ipam: 8082, extras: 8083 } };
  const { users, ...others } = childEnvironments(settings, parts, env);
  const surroundings = { databaseUrl: env.DATABASE_URL, gatewayUrl: 'http://127.0.0.1:8080' };
  const worker = workerEnvironment(settings, surroundings, env);
  expect(secretsIn(users!)).toHaveLength(6);
  for (const [part, given] of Object.entries({ ...others, worker }))
    expect([part, secretsIn(given)]).toEqual([part, []]);
});
