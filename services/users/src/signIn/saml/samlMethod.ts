import { randomBytes } from 'node:crypto';
import { SAML, type SamlConfig } from '@node-saml/node-saml';
import type { SamlSettings } from '@plumbline/config';
import type { UnitOfWork } from '@plumbline/engine';
import { Problem } from '@plumbline/http';
import { z } from 'zod/v4';
import type { SignInMethod } from '../method';
import { keepOnce, takeOnce, useOnce } from '../once';
import type { Proof } from '../proof';
import { signInRefusals } from '../refusals';
import { type Assertion, readAssertion } from './assertion';
import { relayStateOf, requestIn } from './relayState';
import { verify } from './verify';

/** Seconds between what the other side has a browser post and the browser coming by itself. */
const arrivalSeconds = 120;

const kept = z.strictObject({
  request: z.string(),
  subject: z.string(),
  values: z.record(z.string(), z.array(z.string())),
  asserted: z.string(),
});

/**
 * An identity provider that speaks SAML 2.0: a request by redirect, an answer by post. Assertions have to be signed, made
 * out to us, an answer to a request of the same browser, and are taken once.
 */
export function samlMethod(settings: SamlSettings): SignInMethod {
  const { key, label = key, attributes } = settings;

  const partyAt = (base: string): SamlConfig => ({
    callbackUrl: callbackOf(base, key),
    entryPoint: settings.entry_point,
    issuer: settings.entity_id,
    audience: settings.entity_id,
    idpIssuer: settings.idp_entity_id,
    idpCert: [...(settings.certificates?.flat() ?? []), ...(settings.certificates_file ?? [])],
    wantAssertionsSigned: true,
    // Some sign assertions alone; whatever is not inside a signature is not looked at.
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: settings.clock_skew * 1_000,
    disableRequestedAuthnContext: true,
    identifierFormat: null,
  });

  async function judged(
    work: UnitOfWork,
    base: string,
    { SAMLResponse, RelayState = '' }: Record<string, string>,
    address: string,
  ): Promise<Assertion> {
    const request = requestIn(work, key, RelayState);
    try {
      if (!SAMLResponse) throw new Error('there is no SAMLResponse');
      // Whoever shows that a sign-in began here comes before all who do not, which some providers do not let them.
      const isKnown = request !== undefined;
      const asker = { address, account: request ?? '', isKnown, deadline: work.scope.deadline };
      return readAssertion(await verify(partyAt(base), SAMLResponse, asker), {
        issuer: settings.idp_entity_id,
        recipient: callbackOf(base, key),
        ...(isKnown ? { request } : {}),
        clockSkew: settings.clock_skew,
      });
    } catch (error) {
      if (error instanceof Problem) throw error;
      work.engine.log.warn({ method: key, reason: (error as Error).message }, 'an answer in SAML was refused');
      throw signInRefusals.notProven(label);
    }
  }

  return {
    kind: 'saml',
    label,
    policy: settings,
    async depart(work, base) {
      const request = `_${randomBytes(20).toString('base64url')}`;
      const party = new SAML({ ...partyAt(base), generateUniqueId: () => request });
      const url = await party.getAuthorizeUrlAsync(relayStateOf(work, key, request), undefined, {});
      return { url, data: { request } };
    },
    async receive(work, base, fields, address) {
      const { id, ...assertion } = await judged(work, base, fields, address);
      if (!(await useOnce(work, `assertion ${key}`, id, 86_400))) throw signInRefusals.notProven(label);
      const arrival = randomBytes(32).toString('base64url');
      await keepOnce(work, `arrival ${key}`, arrival, JSON.stringify(assertion), arrivalSeconds);
      return arrival;
    },
    async arrive(work, { request }, query) {
      const arrival = new URLSearchParams(query).get('arrival') ?? '';
      const text = await takeOnce(work, `arrival ${key}`, arrival);
      if (text === undefined) throw signInRefusals.outdated();
      const assertion = kept.parse(JSON.parse(text));
      // Another browser's answer, or one that nobody asked for.
      if (assertion.request !== request) throw signInRefusals.outdated();
      return { proof: proofOf(assertion), session: { subject: assertion.subject } };
    },
    describe: (base) => new SAML(partyAt(base)).generateServiceProviderMetadata(null),
  };

  function proofOf({ subject, values, asserted }: z.infer<typeof kept>): Proof {
    const first = (name: string) => (name === 'nameID' ? subject : values[name]?.[0]);
    const person = first(attributes.subject);
    if (person === undefined) throw signInRefusals.noName();
    return {
      subject: person,
      username: first(attributes.username),
      email: first(attributes.email),
      firstName: first(attributes.first_name),
      lastName: first(attributes.last_name),
      groups: (values[attributes.groups] ?? []).map((name) => ({ name })),
      asserted: new Date(asserted),
      lasting: true,
    };
  }
}

const callbackOf = (base: string, key: string): string => `${base}/sign-in/${key}/callback/`;
