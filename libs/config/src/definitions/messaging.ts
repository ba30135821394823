import { address, type Definition, flag, text } from '../definition';

/** How the services reach one another. */
export const messaging = {
  natsUrl: {
    variable: 'NATS_URL',
    meaning: 'NATS servers, separated by commas; tls:// has TLS. Needed by every target but `all` and `worker`.',
    schema: address(['nats', 'tls'], { list: true }),
    isSecret: true,
  },
  natsCa: {
    variable: 'NATS_CA',
    meaning:
      'File with the certificates of the authorities that may have signed the certificate of NATS, which then must have TLS.',
    otherwise: 'for tls:// those that the machine trusts',
    schema: text(),
  },
  natsCertificate: {
    variable: 'NATS_CERT',
    meaning: 'File with the certificate that is shown to NATS where it asks for one; NATS_KEY goes with it.',
    schema: text(),
  },
  natsKey: {
    variable: 'NATS_KEY',
    meaning: 'File with the key of NATS_CERT.',
    schema: text(),
  },
  natsOpen: {
    variable: 'PLUMBLINE_NATS_OPEN',
    meaning:
      'Whether a NATS server is used that lets in anybody: whoever reaches it reads and changes everything. false refuses it.',
    fallback: 'false',
    schema: flag(),
  },
} satisfies Record<string, Definition<unknown>>;
