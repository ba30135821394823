import { credentialPurposes, digestWith, keyFor, sealWith } from '@plumbline/config';

/** Credentials as they cross the bus: the users service alone can tell what they stand for. */
export interface Conceal {
  /** The digest a token is found by. */
  token(key: string): string;
  /** The digest a session is found by. */
  session(key: string): string;
  /** Passwords, keys of new tokens and what others vouch with, sealed: they are needed as they are. */
  secrets(secrets: object): string;
}

/** Prepares what the gateway shares with the users service and with nobody else. */
export function createConceal(secretKey: string): Conceal {
  const token = keyFor(credentialPurposes.token, secretKey);
  const session = keyFor(credentialPurposes.session, secretKey);
  const password = keyFor(credentialPurposes.password, secretKey);
  return {
    token: (key) => digestWith(token, key),
    session: (key) => digestWith(session, key),
    secrets: (secrets) => sealWith(password, Buffer.from(JSON.stringify(secrets))),
  };
}
