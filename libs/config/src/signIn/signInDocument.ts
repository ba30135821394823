import { z } from 'zod/v4';
import { ldap } from './ldapSettings';
import { oidc } from './oidcSettings';
import { proxy } from './proxySettings';
import { saml } from './samlSettings';

/** What `PLUMBLINE_SIGN_IN` holds. */
export const signInDocument = z.strictObject({
  methods: z
    .array(z.discriminatedUnion('kind', [oidc, ldap, saml, proxy]))
    .max(50)
    .refine(
      (methods) => new Set(methods.map(({ key }) => key)).size === methods.length,
      'must have a key of its own each',
    )
    .refine((methods) => methods.every(({ key }) => key !== 'local'), 'may not have the key local')
    .refine((methods) => methods.filter(({ kind }) => kind === 'proxy').length <= 1, 'may have one of kind proxy'),
});

/** A way of signing in beside local accounts. */
export type SignInMethodSettings = z.infer<typeof signInDocument>['methods'][number];
