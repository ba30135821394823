import { groupedBy } from '@plumbline/engine';
import { z } from 'zod/v4';

/** What an assertion says, of what stands inside its signature alone. */
export interface Assertion {
  id: string;
  /** The request it answers. */
  request: string;
  /** The name of whom it is about. */
  subject: string;
  /** Its attributes. */
  values: Record<string, string[]>;
  asserted: string;
}

const attributed = <T extends z.ZodRawShape>(shape: T) => z.looseObject({ $: z.looseObject(shape) });
const text = z.union([z.string(), z.looseObject({ _: z.string().optional() }).transform(({ _ = '' }) => _)]);

/** The form in which node-saml hands out the assertion whose signature it has verified. */
const schema = z.looseObject({
  Assertion: attributed({ ID: z.string().min(1), IssueInstant: z.string() }).extend({
    Issuer: z.array(text).length(1),
    Subject: z
      .array(
        z.looseObject({
          NameID: z.array(text).length(1),
          SubjectConfirmation: z.array(
            attributed({ Method: z.string() }).extend({
              SubjectConfirmationData: z
                .array(
                  attributed({
                    InResponseTo: z.string().optional(),
                    Recipient: z.string().optional(),
                    NotOnOrAfter: z.string().optional(),
                  }),
                )
                .length(1),
            }),
          ),
        }),
      )
      .length(1),
    Conditions: z.array(z.looseObject({ AudienceRestriction: z.array(z.unknown()).min(1) })).length(1),
    AuthnStatement: z.array(z.unknown()).min(1),
    AttributeStatement: z
      .array(
        z.looseObject({
          Attribute: z
            .array(attributed({ Name: z.string() }).extend({ AttributeValue: z.array(text).default([]) }))
            .default([]),
        }),
      )
      .default([]),
  }),
});

/** What an assertion has to be like. */
export interface Expected {
  /** What the provider calls itself. */
  issuer: string;
  /** Our address that it is posted to. */
  recipient: string;
  /** The request it has to answer; any where it is not known yet. */
  request?: string;
  /** Seconds by which clocks may differ. */
  clockSkew: number;
}

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/**
 * Reads what the library has verified, and checks what it does not, or not when it keeps no requests: that the assertion is
 * of the provider, was made for this address, answers the request, and is of now. Throws what is wrong with it.
 */
export function readAssertion(verified: unknown, { issuer, recipient, request, clockSkew }: Expected): Assertion {
  const { Assertion } = schema.parse(verified);
  if (Assertion.Issuer[0] !== issuer) throw new Error('it is of another issuer');
  const { NameID, SubjectConfirmation } = Assertion.Subject[0]!;
  const now = Date.now() - clockSkew * 1_000;
  const confirmed = SubjectConfirmation.filter(({ $ }) => $.Method === bearer)
    .map(({ SubjectConfirmationData }) => SubjectConfirmationData[0]!.$)
    .find(({ Recipient, NotOnOrAfter }) => Recipient === recipient && Date.parse(NotOnOrAfter ?? '') > now);
  if (!confirmed) throw new Error('it was not made for this address, or is over');
  const { InResponseTo: answered } = confirmed;
  if (!answered || answered !== (request ?? answered)) throw new Error('it answers another request, or none');
  const attributes = Assertion.AttributeStatement.flatMap(({ Attribute }) => Attribute);
  return {
    id: Assertion.$.ID,
    request: answered,
    subject: NameID[0]!,
    values: valuesOf(attributes),
    asserted: new Date(Assertion.$.IssueInstant).toISOString(),
  };
}

/** The values of attributes by name: a provider may write each into an attribute of its own. */
function valuesOf(attributes: readonly { $: { Name: string }; AttributeValue: string[] }[]): Record<string, string[]> {
  const byName = groupedBy(
    attributes,
    ({ $ }) => $.Name,
    ({ AttributeValue }) => AttributeValue,
  );
  return Object.fromEntries([...byName].map(([name, values]) => [name, values.flat()]));
}
