import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';
import { certificateFolder } from '../harness/certificates';

/** Somebody who signs assertions. */
export interface Signer {
  certificate: string;
  key: string;
}

/** Makes one with a key of its own. */
export function createSigner(): Signer {
  const folder = certificateFolder();
  const key = join(folder, 'idp.key');
  const certificate = join(folder, 'idp.crt');
  const made = ['-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=an identity provider of tests'];
  execFileSync('openssl', ['req', '-x509', ...made, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  return { certificate: readFileSync(certificate, 'utf8'), key: readFileSync(key, 'utf8') };
}
/** What an answer says; everything may be said otherwise. */
export interface Said {
  request: string;
  recipient: string;
  /** What is handed back beside it. */
  relayState: string;
  subject?: string;
  audience?: string | null;
  issuer?: string;
  /** Seconds from now at which it is over. */
  lasts?: number;
  groups?: string[];
  username?: string;
  id?: string;
}

export const entityId = 'urn:plumbline:sp';
export const idpEntityId = 'https://idp.example.net/metadata';
const namespaces =
  'xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"';

const instant = (seconds = 0) => new Date(Date.now() + seconds * 1_000).toISOString();
export const attribute = (name: string, values: readonly string[]) =>
  `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`;

/** An assertion without a signature. */
export function assertion(said: Said): string {
  const { request, recipient, subject = 'hedy-1', audience = entityId, issuer = idpEntityId, lasts = 300 } = said;
  const { groups = ['radios'], username = 'hedy', id = `_${crypto.randomUUID()}` } = said;
  const restriction =
    audience === null
      ? ''
      : `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction>`;
  return `<saml:Assertion ${namespaces} ID="${id}" Version="2.0" IssueInstant="${instant(Math.min(0, lasts - 300))}"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID>${subject}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${request}" Recipient="${recipient}" NotOnOrAfter="${instant(lasts)}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${instant(Math.min(-5, lasts - 300))}" NotOnOrAfter="${instant(lasts)}">${restriction}</saml:Conditions><saml:AuthnStatement AuthnInstant="${instant()}" SessionIndex="1"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attribute('username', [username])}${attribute('email', [`${username}@example.net`])}${attribute('groups', groups)}</saml:AttributeStatement></saml:Assertion>`;
}

/** An answer around assertions. */
export const response = (inside: string, { request, recipient }: Said): string =>
  `<samlp:Response ${namespaces} ID="_${crypto.randomUUID()}" Version="2.0" IssueInstant="${instant()}" Destination="${recipient}" InResponseTo="${request}"><saml:Issuer>${idpEntityId}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${inside}</samlp:Response>`;

/** What signatures and digests are made with. */
const algorithms = {
  signature: {
    sha256: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    sha1: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  },
  digest: { sha256: 'http://www.w3.org/2001/04/xmlenc#sha256', sha1: 'http://www.w3.org/2000/09/xmldsig#sha1' },
};
type Strength = 'sha256' | 'sha1';

/** Signs the assertion in a document, as the standard has it. */
export function signed(
  xml: string,
  { key, certificate }: Signer,
  { signature = 'sha256', digest = 'sha256' }: { signature?: Strength; digest?: Strength } = {},
): string {
  const canonical = 'http://www.w3.org/2001/10/xml-exc-c14n#';
  const signer = new SignedXml({
    privateKey: key,
    publicCert: certificate,
    signatureAlgorithm: algorithms.signature[signature],
    canonicalizationAlgorithm: canonical,
  });
  const place = "//*[local-name(.)='Assertion']";
  signer.addReference({
    xpath: place,
    digestAlgorithm: algorithms.digest[digest],
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', canonical],
  });
  signer.computeSignature(xml, { location: { reference: `${place}/*[local-name(.)='Issuer']`, action: 'after' } });
  return signer.getSignedXml();
}

/** As a browser posts it. */
export const encoded = (xml: string): string => Buffer.from(xml).toString('base64');

/** What a browser was sent with: the id of the request, and what is to be handed back. */
export function requestOf(location: string): Pick<Said, 'request' | 'relayState'> {
  const { searchParams } = new URL(location);
  const request = searchParams.get('SAMLRequest') ?? '';
  const xml = inflateRawSync(Buffer.from(request, 'base64')).toString();
  return { request: /\bID="([^"]+)"/.exec(xml)?.[1] ?? '', relayState: searchParams.get('RelayState') ?? '' };
}
