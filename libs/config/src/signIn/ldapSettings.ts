import { z } from 'zod/v4';
import { fileText } from './files';
import { policy, secret } from './policy';

/** A directory that is asked over LDAP. */
export const ldap = z
  .strictObject({
    kind: z.literal('ldap'),
    ...policy,
    /** Servers with the same entries; the next is asked when one cannot be reached. */
    urls: z.array(z.url({ protocol: /^ldaps?$/ })).min(1),
    start_tls: z.boolean().default(false),
    /** Whether passwords may cross the network readable. */
    allow_clear: z.boolean().default(false),
    ca_file: fileText().optional(),
    bind_dn: z.string().optional(),
    bind_password: secret.optional(),
    bind_password_file: fileText().optional(),
    users: z
      .strictObject({
        base: z.string(),
        /** `{username}` is what was typed in, escaped. */
        filter: z
          .string()
          .default('(uid={username})')
          .refine((text) => text.includes('{username}'), 'must hold {username}'),
      })
      .prefault({ base: '' }),
    attributes: z
      .strictObject({
        username: z.string().min(1).default('uid'),
        email: z.string().min(1).default('mail'),
        first_name: z.string().min(1).default('givenName'),
        last_name: z.string().min(1).default('sn'),
        /** What stays when somebody is renamed or moved; the distinguished name where an entry has none. */
        id: z.string().min(1).default('entryUUID'),
      })
      .prefault({}),
    groups: z
      .strictObject({
        base: z.string(),
        filter: z.string().default('(objectClass=groupOfNames)'),
        /** Holds the distinguished name of a member, or the user name where `member_by` says so. */
        member: z.string().min(1).default('member'),
        member_by: z.enum(['dn', 'username']).default('dn'),
        name: z.string().min(1).default('cn'),
        /** How groups in groups are found: not at all, one level after the other, or by the server (Active Directory). */
        nested: z.enum(['no', 'walk', 'chain']).default('walk'),
      })
      .optional(),
    /** Seconds a server has to answer. */
    timeout: z.number().min(0.1).max(8).default(4),
  })
  .refine(
    ({ urls, start_tls, allow_clear }) => start_tls || allow_clear || urls.every((url) => url.startsWith('ldaps:')),
    {
      path: ['urls'],
      message: 'must begin with ldaps:// unless start_tls is true, or allow_clear where the network is trusted',
    },
  )
  .refine(({ bind_password, bind_password_file }) => bind_password === undefined || bind_password_file === undefined, {
    path: ['bind_password'],
    message: 'stands here and in a file; keep one of them',
  });

export type LdapSettings = z.infer<typeof ldap>;
