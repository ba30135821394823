import { z } from 'zod/v4';
import { fileText, pem } from './files';
import { clockSkew, names, policy } from './policy';

/** An identity provider that speaks SAML 2.0. */
export const saml = z
  .strictObject({
    kind: z.literal('saml'),
    ...policy,
    /** Where people are sent to. */
    entry_point: z.url({ protocol: /^https?$/ }),
    /** What we are called by the other side, and whom assertions are made out to. */
    entity_id: z.string().min(1),
    /** What the other side calls itself. */
    idp_entity_id: z.string().min(1),
    /** Certificates (PEM) that assertions may be signed with: two while the other side changes its key. */
    certificates: z.array(pem()).optional(),
    certificates_file: fileText().pipe(pem()).optional(),
    attributes: names({
      subject: 'nameID',
      username: 'nameID',
      email: 'email',
      first_name: 'firstName',
      last_name: 'lastName',
      groups: 'groups',
    }),
    clock_skew: clockSkew,
  })
  .refine(({ certificates, certificates_file }) => [certificates, certificates_file].flat().some(Boolean), {
    path: ['certificates'],
    message: 'are missing: name at least one, or certificates_file',
  });

export type SamlSettings = z.infer<typeof saml>;
