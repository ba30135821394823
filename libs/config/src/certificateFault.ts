/**
 * Why the certificate of a server is not taken: it is for another `name`, nobody who is trusted has signed it, or it is not
 * `good` (any more), or what revokes certificates cannot be read.
 */
export type CertificateFault = 'name' | 'trust' | 'good';

/** Codes by which node and OpenSSL call a certificate that nobody who is trusted has signed. */
const distrust = new Set([
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'INVALID_CA',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);
/** The beginnings of all other codes of certificates, and of lists of those that were revoked. */
const notGood = /^(CERT_|CRL_|ERROR_IN_C|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$|UNABLE_TO_(DECODE|DECRYPT|GET_CRL))/;

/** What is wrong with a certificate, by the code of the error; undefined where something else is. */
export function certificateFault(code: string): CertificateFault | undefined {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID' || code === 'HOSTNAME_MISMATCH') return 'name';
  if (distrust.has(code)) return 'trust';
  return notGood.test(code) ? 'good' : undefined;
}
