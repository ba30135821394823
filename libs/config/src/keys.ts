import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { type App, apps } from './settings';

/**
 * Who holds keys where there are these services: the processes of Plumbline, whoever asks after their health, and readers
 * of the copied changes.
 */
export const partsAmong = (services: readonly App[]): readonly Part[] => [
  'gateway',
  ...services,
  'worker',
  'doctor',
  'reader',
];
export type Part = 'gateway' | 'worker' | 'doctor' | 'reader' | App;

/** What stands before the keys of one part where a secret key could stand. */
const mark = 'keys-of-';
const databaseRole = 'database role ';

/** The purpose of the key that a statement is proved to one service with: the gateway and that service have it. */
export const statementPurpose = (app: App): string => `statement ${app}`;
/** The purpose of the key that makes a part known to NATS. */
export const brokerPurpose = (part: Part): string => `nats ${part}`;
/** The purpose of the key that is the password of a database role. */
export const rolePurpose = (role: string): string => `${databaseRole}${role}`;
/** What the gateway shares with the users service alone: by these it asks who somebody is. */
export const credentialPurposes = { token: 'digest token', session: 'digest session', password: 'password' };
/** Shared by the gateway and the workers: in whose name a job asks. */
export const ticketPurpose = 'ticket';
/** The gateway's own: what forms are sent back with. */
export const csrfPurpose = 'csrf';

const credentials = Object.values(credentialPurposes);

/** What a service needs to keep its own secrets. */
const keeping = ['seal', 'digest request'];

/** The purposes that a part has keys for where there are these services, beside those of database roles. */
export function purposesOf(part: Part, services: readonly App[] = apps): string[] {
  switch (part) {
    case 'gateway':
      return [brokerPurpose(part), csrfPurpose, ticketPurpose, ...credentials, ...services.map(statementPurpose)];
    case 'worker':
      return [ticketPurpose, ...keeping];
    case 'doctor':
    case 'reader':
      return [brokerPurpose(part)];
    default:
      return [
        brokerPurpose(part),
        statementPurpose(part),
        ...keeping,
        ...(part === 'users' ? [...credentials, 'digest sign-in attempt'] : []),
      ];
  }
}

/** Keys by purpose, by the secret key they were made from; there are as many as purposes. */
const known = new Map<string, Map<string, Buffer>>();

/**
 * The key for one purpose. Made from the secret key, or looked up in what a part was given of it; then it throws for a
 * purpose that is not that part's.
 */
export function keyFor(purpose: string, secretKey: string): Buffer {
  const keys = known.get(secretKey) ?? (isPartKeys(secretKey) ? readPartKeys(secretKey) : new Map<string, Buffer>());
  known.set(secretKey, keys);
  const found = keys.get(purpose);
  if (found) return found;
  if (isPartKeys(secretKey)) throw new Error(`the ${nameOf(secretKey)} have none for "${purpose}"`);
  const key = makeKey(purpose, secretKey);
  keys.set(purpose, key);
  return key;
}

/** Passwords of roles stand in databases, made in the way they always were. */
const makeKey = (purpose: string, secretKey: string): Buffer =>
  purpose.startsWith(databaseRole)
    ? createHmac('sha256', secretKey).update(purpose).digest()
    : Buffer.from(hkdfSync('sha256', secretKey, '', `plumbline ${purpose}`, 32));

/**
 * The keys of one part, as a text that stands where the secret key would: nothing else can be derived from it. `roles`
 * are the database roles it uses, `services` those there are. Keys of a part can be handed on as they are to that part alone.
 */
export function partKeys(
  part: Part,
  secretKey: string,
  roles: readonly string[] = [],
  services: readonly App[] = apps,
): string {
  if (secretKey.startsWith(`${mark}${part}.`)) return secretKey;
  const keys = [...purposesOf(part, services), ...roles.map(rolePurpose)].map((purpose) => [
    purpose,
    keyFor(purpose, secretKey).toString('base64url'),
  ]);
  return `${mark}${part}.${Buffer.from(JSON.stringify(Object.fromEntries(keys))).toString('base64url')}`;
}

/** Whether a text is the keys of one part, rather than a secret key that all keys are made from. */
export const isPartKeys = (secretKey: string): boolean => secretKey.startsWith(mark);

const nameOf = (partKeysText: string): string => partKeysText.slice(0, partKeysText.indexOf('.')).replaceAll('-', ' ');

function readPartKeys(text: string): Map<string, Buffer> {
  const encoded = text.slice(text.indexOf('.') + 1);
  const keys = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')) as Record<string, string>;
  return new Map(Object.entries(keys).map(([purpose, key]) => [purpose, Buffer.from(key, 'base64url')]));
}

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** A digest to find a secret by: the same for the same text, and of no use without the key. */
export const digestWith = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

/** Encrypts bytes so that only a holder of the key can read or alter it. */
export function sealWith(key: Buffer, content: Buffer): string {
  const nonce = randomBytes(nonceBytes);
  const encryption = createCipheriv(cipher, key, nonce);
  const sealed = Buffer.concat([nonce, encryption.update(content), encryption.final(), encryption.getAuthTag()]);
  return sealed.toString('base64url');
}

/** Decrypts what `sealWith` made; throws when it was altered or sealed with another key. */
export function unsealWith(key: Buffer, sealed: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64url');
  const decryption = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes));
  decryption.setAuthTag(bytes.subarray(bytes.length - tagBytes));
  const content = decryption.update(bytes.subarray(nonceBytes, bytes.length - tagBytes));
  return Buffer.concat([content, decryption.final()]);
}
