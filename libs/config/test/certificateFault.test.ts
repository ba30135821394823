import { certificateFault } from '../src';

/** The codes of node (`X509Pointer::ErrorCode`) for what OpenSSL finds wrong with a certificate. */
const codes = {
  name: ['ERR_TLS_CERT_ALTNAME_INVALID', 'HOSTNAME_MISMATCH'],
  trust: [
    'UNABLE_TO_GET_ISSUER_CERT',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'CERT_SIGNATURE_FAILURE',
    'CERT_UNTRUSTED',
    'INVALID_CA',
  ],
  good: [
    'UNABLE_TO_GET_CRL',
    'UNABLE_TO_DECRYPT_CERT_SIGNATURE',
    'UNABLE_TO_DECRYPT_CRL_SIGNATURE',
    'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
    'CRL_SIGNATURE_FAILURE',
    'CERT_NOT_YET_VALID',
    'CERT_HAS_EXPIRED',
    'CRL_NOT_YET_VALID',
    'CRL_HAS_EXPIRED',
    'ERROR_IN_CERT_NOT_BEFORE_FIELD',
    'ERROR_IN_CERT_NOT_AFTER_FIELD',
    'ERROR_IN_CRL_LAST_UPDATE_FIELD',
    'ERROR_IN_CRL_NEXT_UPDATE_FIELD',
    'CERT_CHAIN_TOO_LONG',
    'CERT_REVOKED',
    'PATH_LENGTH_EXCEEDED',
    'INVALID_PURPOSE',
    'CERT_REJECTED',
  ],
};

test.each(Object.entries(codes))('a certificate whose fault is its %s is told as such', (fault, known) => {
  for (const code of known) expect([code, certificateFault(code)]).toEqual([code, fault]);
});

test('what says nothing of a certificate has no fault of one', () => {
  for (const code of ['', 'ECONNREFUSED', 'ERR_SSL_WRONG_VERSION_NUMBER', 'OUT_OF_MEM', 'UNABLE_TO_RUN'])
    expect(certificateFault(code)).toBeUndefined();
});
