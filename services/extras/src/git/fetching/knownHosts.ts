import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** What is known of the keys of a host. */
export interface KnownKeys {
  /** The keys it may show, as they stand on the wire. */
  trusted: Buffer[];
  /** Keys that are trusted of no host any more. */
  revoked: Buffer[];
}

/**
 * What a file in the form of OpenSSH's `known_hosts` says of a host: names with a port, patterns, exceptions and hashed
 * names count as there. Certificates of hosts are not looked at, so that lines about their authorities say nothing.
 */
export function knownKeys(text: string, host: string, port: number): KnownKeys {
  const name = port === 22 ? host.toLowerCase() : `[${host.toLowerCase()}]:${port}`;
  const keys: KnownKeys = { trusted: [], revoked: [] };
  for (const line of text.split(/\r?\n/)) {
    const words = line.trim().split(/\s+/);
    if (words[0] === '' || words[0]!.startsWith('#')) continue;
    const marker = words[0]!.startsWith('@') ? words.shift() : undefined;
    const [hosts, , key] = words;
    if (hosts === undefined || key === undefined || !isMeant(hosts, name)) continue;
    if (marker === undefined) keys.trusted.push(Buffer.from(key, 'base64'));
    if (marker === '@revoked') keys.revoked.push(Buffer.from(key, 'base64'));
  }
  return keys;
}

/** Signatures that are safe, by the kind of key that makes them. */
const signatures = {
  'ssh-ed25519': ['ssh-ed25519'],
  'ecdsa-sha2-nistp256': ['ecdsa-sha2-nistp256'],
  'ecdsa-sha2-nistp384': ['ecdsa-sha2-nistp384'],
  'ecdsa-sha2-nistp521': ['ecdsa-sha2-nistp521'],
  'ssh-rsa': ['rsa-sha2-512', 'rsa-sha2-256'],
} as const;

export type Signature = (typeof signatures)[keyof typeof signatures][number];

/** The signatures by which a host shows that it has one of these keys; all there are where it has none of them. */
export function signaturesOf(keys: readonly Buffer[]): Signature[] {
  const kinds = new Set(keys.map(kindOf));
  const all = Object.entries(signatures);
  const known = all.filter(([kind]) => kinds.has(kind));
  return (known.length > 0 ? known : all).flatMap(([, names]) => names);
}

/** A key in words that can be held beside what `ssh-keygen -l` shows. */
export const fingerprint = (key: Buffer): string =>
  `${kindOf(key)} SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;

/** A key begins with its kind, and that with its length. */
function kindOf(key: Buffer): string {
  const length = key.length >= 4 ? key.readUInt32BE(0) : 0;
  return key.toString('latin1', 4, 4 + Math.min(length, 64));
}

function isMeant(hosts: string, name: string): boolean {
  if (hosts.startsWith('|1|')) return isHashOf(hosts, name);
  const patterns = hosts.toLowerCase().split(',');
  const excepted = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
  if (excepted.some((pattern) => matches(pattern, name))) return false;
  return patterns.some((pattern) => !pattern.startsWith('!') && matches(pattern, name));
}

function isHashOf(hashed: string, name: string): boolean {
  const [, , salt, digest] = hashed.split('|');
  const wanted = Buffer.from(digest ?? '', 'base64');
  const found = createHmac('sha1', Buffer.from(salt ?? '', 'base64'))
    .update(name)
    .digest();
  return wanted.length === found.length && timingSafeEqual(wanted, found);
}

function matches(pattern: string, name: string): boolean {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/\*+/g, '.*').replaceAll('?', '.')}$`).test(name);
}
