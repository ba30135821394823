import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '../src';

const read = (env: Record<string, string | undefined>) => readSettings(env).signIn.methods;
const folder = mkdtempSync(join(tmpdir(), 'plumbline-sign-in-'));
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const oidc = { kind: 'oidc', key: 'house', issuer: 'https://id.example.net', client_id: 'plumbline' };
const document = (...methods: object[]) => ({ PLUMBLINE_SIGN_IN: JSON.stringify({ methods }) });

describe('ways of signing in', () => {
  it('are none when nothing is said', () => {
    expect(read({})).toEqual([]);
    expect(read({ PLUMBLINE_SIGN_IN: '' })).toEqual([]);
  });

  it('are read from YAML or JSON, from a file, with secrets in files', () => {
    const secret = file('secret', 'of the client\n');
    const yaml = `methods:\n  - kind: oidc\n    key: house\n    issuer: https://id.example.net\n    client_id: plumbline\n    client_secret_file: ${secret}\n`;
    const [method] = read({ PLUMBLINE_SIGN_IN_FILE: file('sign-in.yaml', yaml) });
    expect(method).toMatchObject({
      key: 'house',
      client_secret_file: 'of the client',
      create: true,
      adopt: false,
      claims: { subject: 'sub', username: 'preferred_username', groups: 'groups' },
    });
    expect(read(document(oidc))).toMatchObject([{ kind: 'oidc' }]);
  });

  it.each([
    ['no document', 'methods: [', 'YAML or JSON'],
    ['an unknown kind', JSON.stringify({ methods: [{ kind: 'kerberos' }] }), 'methods[0].kind'],
    ['a misspelt name', JSON.stringify({ methods: [{ ...oidc, isuer: 'x' }] }), 'isuer'],
    [
      'a provider without TLS',
      JSON.stringify({ methods: [{ ...oidc, issuer: 'http://id' }] }),
      'methods[0].issuer must begin with https://',
    ],
    [
      'a directory that hears passwords in clear',
      JSON.stringify({ methods: [{ kind: 'ldap', key: 'd', urls: ['ldap://d'], users: { base: 'dc=x' } }] }),
      'start_tls',
    ],
    ['two of one key', JSON.stringify({ methods: [oidc, oidc] }), 'a key of its own'],
    ['the key of local accounts', JSON.stringify({ methods: [{ ...oidc, key: 'local' }] }), 'key local'],
    [
      'a secret twice',
      JSON.stringify({ methods: [{ ...oidc, client_secret: 'hush', client_secret_file: file('s', 'x') }] }),
      'keep one of them',
    ],
    [
      'a file that is not there',
      JSON.stringify({ methods: [{ ...oidc, client_secret_file: '/nowhere' }] }),
      'cannot be read',
    ],
    [
      'programs without an audience',
      JSON.stringify({ methods: [{ ...oidc, service_accounts: [{ client_id: 'x' }] }] }),
      'api_audience',
    ],
    [
      'SAML without certificates',
      JSON.stringify({
        methods: [{ kind: 'saml', key: 's', entry_point: 'https://i', entity_id: 'a', idp_entity_id: 'b' }],
      }),
      'certificates',
    ],
    [
      'a filter without a name',
      JSON.stringify({
        methods: [{ kind: 'ldap', key: 'd', urls: ['ldaps://d'], users: { base: '', filter: '(uid=x)' } }],
      }),
      '{username}',
    ],
  ])('are refused with %s, and named by their place', (_what, text, said) => {
    let message = '';
    try {
      read({ PLUMBLINE_SIGN_IN: text });
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toContain(said);
    expect(message).not.toContain('hush');
  });

  it('are read from the names of Nautobot, and give way to ours', () => {
    const theirs = {
      SOCIAL_AUTH_OKTA_OPENIDCONNECT_KEY: 'okta client',
      SOCIAL_AUTH_OKTA_OPENIDCONNECT_SECRET: 'okta secret',
      SOCIAL_AUTH_OKTA_OPENIDCONNECT_API_URL: 'https://example.okta.com/oauth2/v1',
      NAUTOBOT_SOCIAL_AUTH_KEYCLOAK_KEY: 'kc',
      NAUTOBOT_SOCIAL_AUTH_KEYCLOAK_SECRET: 'kc secret',
      NAUTOBOT_SOCIAL_AUTH_KEYCLOAK_AUTHORIZATION_URL: 'https://id/realms/house/protocol/openid-connect/auth',
      SOCIAL_AUTH_AZUREAD_TENANT_OAUTH2_KEY: 'az',
      SOCIAL_AUTH_AZUREAD_TENANT_OAUTH2_TENANT_ID: 'our-tenant',
      NAUTOBOT_AUTH_LDAP_SERVER_URI: 'ldaps://dc1 ldaps://dc2',
      NAUTOBOT_AUTH_LDAP_BIND_DN: 'CN=p',
      NAUTOBOT_AUTH_LDAP_BIND_PASSWORD: 'ldap secret',
      NAUTOBOT_AUTH_LDAP_USER_SEARCH_BASEDN: 'OU=People',
      NAUTOBOT_AUTH_LDAP_GROUP_SEARCH_BASEDN: 'OU=Groups',
      NAUTOBOT_AUTH_LDAP_IS_SUPERUSER_DN: 'CN=Admins',
      REMOTE_AUTH_ENABLED: 'True',
      REMOTE_AUTH_HEADER: 'HTTP_X_REMOTE_USER',
      REMOTE_AUTH_AUTO_CREATE_USER: 'False',
      EXTERNAL_AUTH_DEFAULT_GROUPS: 'readers, net writers',
    };
    const shared = { create: false, default_groups: ['readers', 'net writers'] };
    expect(read(theirs)).toMatchObject([
      { key: 'keycloak', issuer: 'https://id/realms/house', client_id: 'kc', client_secret: 'kc secret', ...shared },
      { key: 'azuread-tenant-oauth2', issuer: 'https://login.microsoftonline.com/our-tenant/v2.0', ...shared },
      { key: 'okta-openidconnect', issuer: 'https://example.okta.com', client_id: 'okta client', ...shared },
      {
        kind: 'ldap',
        urls: ['ldaps://dc1', 'ldaps://dc2'],
        bind_password: 'ldap secret',
        users: { base: 'OU=People', filter: '(sAMAccountName={username})' },
        attributes: { username: 'sAMAccountName', id: 'objectGUID' },
        superuser_groups: ['CN=Admins'],
        ...shared,
      },
      { kind: 'proxy', headers: { username: 'x-remote-user' }, ...shared },
    ]);
    expect(read({ ...theirs, ...document(oidc) })).toMatchObject([{ key: 'house' }]);
    for (const enabled of ['false', undefined])
      expect(read({ ...theirs, REMOTE_AUTH_ENABLED: enabled }).some(({ kind }) => kind === 'proxy')).toBe(false);
    const { REMOTE_AUTH_AUTO_CREATE_USER: _, ...unsaid } = theirs;
    expect(read(unsaid).at(-1)).toMatchObject({ kind: 'proxy', create: false });
  });
});
