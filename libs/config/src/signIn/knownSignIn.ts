import { isTrue, type KnownNames } from '../knownNames';

type Env = Readonly<Record<string, string | undefined>>;

const ours = ['', 'NAUTOBOT_'] as const;

/** What a variable says, with Nautobot's prefix or without. */
const said = (env: Env, name: string): string | undefined =>
  ours.map((prefix) => env[`${prefix}${name}`]).find(Boolean);

const words = (text: string | undefined): string[] => (text ?? '').split(/[\s,]+/).filter((word) => word !== '');

/** Names, which may have blanks in them where commas separate them. */
const names = (text: string): string[] =>
  text.includes(',') ? text.split(',').flatMap((name) => name.trim() || []) : words(text);

/** Leaves out what says nothing. */
const withoutNothing = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined));

interface KnownProvider {
  /** What follows SOCIAL_AUTH_. */
  backend: string;
  key: string;
  label: string;
  issuer(read: (name: string) => string | undefined): string | undefined;
  claims?: Record<string, string>;
}

const providers: readonly KnownProvider[] = [
  { backend: 'OIDC', key: 'oidc', label: 'OpenID Connect', issuer: (read) => read('OIDC_ENDPOINT') },
  { backend: 'KEYCLOAK', key: 'keycloak', label: 'Keycloak', issuer: (read) => realmOf(read('AUTHORIZATION_URL')) },
  {
    backend: 'AZUREAD_TENANT_OAUTH2',
    key: 'azuread-tenant-oauth2',
    label: 'Microsoft',
    issuer: (read) => read('TENANT_ID') && `https://login.microsoftonline.com/${read('TENANT_ID')}/v2.0`,
  },
  {
    backend: 'OKTA_OPENIDCONNECT',
    key: 'okta-openidconnect',
    label: 'Okta',
    issuer: (read) =>
      read('API_URL')
        ?.replace(/\/(oauth2\/)?(v1\/?)?$/, '')
        ?.replace(/\/oauth2$/, ''),
  },
  {
    backend: 'GOOGLE_OAUTH2',
    key: 'google-oauth2',
    label: 'Google',
    issuer: () => 'https://accounts.google.com',
    claims: { username: 'email' },
  },
];

const realmOf = (authorization: string | undefined): string | undefined =>
  authorization?.replace(/\/protocol\/openid-connect\/.*$/, '');

const providerNames = ({ backend }: KnownProvider): string[] =>
  ['KEY', 'SECRET', 'OIDC_ENDPOINT', 'AUTHORIZATION_URL', 'TENANT_ID', 'API_URL', 'SCOPE']
    .filter((name) => usedBy[name] === undefined || usedBy[name] === backend)
    .map((name) => `SOCIAL_AUTH_${backend}_${name}`);
const usedBy: Record<string, string | undefined> = {
  OIDC_ENDPOINT: 'OIDC',
  AUTHORIZATION_URL: 'KEYCLOAK',
  TENANT_ID: 'AZUREAD_TENANT_OAUTH2',
  API_URL: 'OKTA_OPENIDCONNECT',
};

function providerOf(env: Env, provider: KnownProvider, shared: object): object | undefined {
  const { backend, key, label, issuer, claims } = provider;
  const read = (name: string) => said(env, `SOCIAL_AUTH_${backend}_${name}`);
  const client = read('KEY');
  const at = issuer(read)?.replace(/\/+$/, '');
  if (client === undefined || at === undefined) return undefined;
  const scopes = words(read('SCOPE'));
  return withoutNothing({
    kind: 'oidc',
    key,
    label,
    issuer: at,
    client_id: client,
    client_secret: read('SECRET'),
    claims,
    scopes: scopes.length > 0 ? [...new Set(['openid', 'profile', 'email', ...scopes])] : undefined,
    ...shared,
  });
}

const ldapNames = [
  'SERVER_URI',
  'START_TLS',
  'BIND_DN',
  'BIND_PASSWORD',
  'USER_SEARCH_BASEDN',
  'USER_SEARCH_ATTR',
  'ATTR_FIRSTNAME',
  'ATTR_LASTNAME',
  'ATTR_MAIL',
  'GROUP_SEARCH_BASEDN',
  'GROUP_SEARCH_CLASS',
  'REQUIRE_GROUP_DN',
  'IS_SUPERUSER_DN',
  'IS_ADMIN_DN',
  'MIRROR_GROUPS',
  'CA_CERT_FILE',
] as const;

function directoryOf(env: Env, shared: object): object | undefined {
  const read = (name: (typeof ldapNames)[number]) => said(env, `AUTH_LDAP_${name}`);
  const urls = words(read('SERVER_URI'));
  if (urls.length === 0) return undefined;
  const attribute = read('USER_SEARCH_ATTR') ?? 'sAMAccountName';
  const groups = read('GROUP_SEARCH_BASEDN');
  const group = (name: 'REQUIRE_GROUP_DN' | 'IS_SUPERUSER_DN' | 'IS_ADMIN_DN') => {
    const dn = read(name);
    return dn === undefined ? undefined : [dn];
  };
  return withoutNothing({
    kind: 'ldap',
    key: 'ldap',
    urls,
    start_tls: isTrue(read('START_TLS')),
    ca_file: read('CA_CERT_FILE'),
    bind_dn: read('BIND_DN'),
    bind_password: read('BIND_PASSWORD'),
    users: { base: read('USER_SEARCH_BASEDN') ?? '', filter: `(${attribute}={username})` },
    attributes: withoutNothing({
      username: attribute,
      first_name: read('ATTR_FIRSTNAME'),
      last_name: read('ATTR_LASTNAME'),
      email: read('ATTR_MAIL'),
      id: attribute === 'sAMAccountName' ? 'objectGUID' : undefined,
    }),
    groups: groups && { base: groups, filter: `(objectClass=${read('GROUP_SEARCH_CLASS') ?? 'group'})` },
    required_groups: group('REQUIRE_GROUP_DN'),
    superuser_groups: group('IS_SUPERUSER_DN'),
    staff_groups: group('IS_ADMIN_DN'),
    create_groups: isTrue(read('MIRROR_GROUPS')) || undefined,
    ...shared,
  });
}

const remoteNames = [
  'REMOTE_AUTH_ENABLED',
  'REMOTE_AUTH_HEADER',
  'REMOTE_AUTH_AUTO_CREATE_USER',
  'REMOTE_AUTH_DEFAULT_GROUPS',
  'EXTERNAL_AUTH_DEFAULT_GROUPS',
];

function proxyOf(env: Env, shared: object): object | undefined {
  const header = said(env, 'REMOTE_AUTH_HEADER');
  if (header === undefined || !isTrue(said(env, 'REMOTE_AUTH_ENABLED'))) return undefined;
  // As WSGI writes headers: HTTP_X_REMOTE_USER.
  const username = header.replace(/^HTTP_/, '').replaceAll('_', '-');
  return { kind: 'proxy', key: 'proxy', headers: { username }, create: false, ...shared };
}

/** Variables of Nautobot, NetBox and python-social-auth for signing in, put together as `PLUMBLINE_SIGN_IN` would say it. */
export const signInNames: KnownNames = {
  names: [...providers.flatMap(providerNames), ...ldapNames.map((name) => `AUTH_LDAP_${name}`), ...remoteNames].flatMap(
    (name) => ours.map((prefix) => `${prefix}${name}`),
  ),
  read(env) {
    const create = said(env, 'REMOTE_AUTH_AUTO_CREATE_USER');
    const groups = said(env, 'EXTERNAL_AUTH_DEFAULT_GROUPS') ?? said(env, 'REMOTE_AUTH_DEFAULT_GROUPS');
    const shared = withoutNothing({
      create: create === undefined ? undefined : isTrue(create),
      default_groups: groups && names(groups),
    });
    const methods = [
      ...providers.map((provider) => providerOf(env, provider, shared)),
      directoryOf(env, shared),
      proxyOf(env, shared),
    ].filter((method) => method !== undefined);
    return methods.length === 0 ? undefined : JSON.stringify({ methods });
  },
  remark: 'put together, with NAUTOBOT_ before them or without; see guides/sign-in.md',
};
