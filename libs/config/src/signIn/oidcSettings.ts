import { z } from 'zod/v4';
import { fileText } from './files';
import { clockSkew, names, policy, secret } from './policy';

/** A provider of OpenID Connect. */
export const oidc = z
  .strictObject({
    kind: z.literal('oidc'),
    ...policy,
    issuer: z.url({ protocol: /^https?$/ }),
    client_id: z.string().min(1),
    client_secret: secret.optional(),
    client_secret_file: fileText().optional(),
    scopes: z.array(z.string().min(1)).default(['openid', 'profile', 'email']),
    claims: names({
      subject: 'sub',
      username: 'preferred_username',
      email: 'email',
      first_name: 'given_name',
      last_name: 'family_name',
      groups: 'groups',
    }),
    /** Whether the provider is asked for claims beyond those of the ID token. */
    userinfo: z.boolean().default(true),
    /** Whether signing out here leads on to the provider's own. */
    logout: z.boolean().default(true),
    /** Whom tokens for the API are made out to; without it none are taken. */
    api_audience: z.string().min(1).optional(),
    /** Programs that sign in with tokens of their own (client credentials), by their client id; `*` is any. */
    service_accounts: z
      .array(
        z.strictObject({
          client_id: z.string().min(1),
          username: z.string().min(1).max(150).optional(),
          groups: z.array(z.string().min(1).max(150)).default([]),
          superuser: z.boolean().default(false),
        }),
      )
      .default([]),
    clock_skew: clockSkew,
    /** Whether the provider may be asked without TLS. */
    allow_http: z.boolean().default(false),
    /** File with the certificates of the authorities that may have signed the provider's. */
    ca_file: fileText().optional(),
  })
  .refine(({ issuer, allow_http }) => issuer.startsWith('https:') || allow_http, {
    path: ['issuer'],
    message: 'must begin with https:// unless allow_http is true',
  })
  .refine(({ client_secret, client_secret_file }) => client_secret === undefined || client_secret_file === undefined, {
    path: ['client_secret'],
    message: 'stands here and in a file; keep one of them',
  })
  .refine(({ service_accounts, api_audience }) => service_accounts.length === 0 || api_audience !== undefined, {
    path: ['api_audience'],
    message: 'is missing: service accounts come with tokens, which have to be made out to somebody',
  });

export type OidcSettings = z.infer<typeof oidc>;
