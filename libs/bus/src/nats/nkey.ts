import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { Authenticator } from '@nats-io/transport-node';

/** What the text forms of NATS' keys begin with, so that they read `U…` and `SU…`. */
const userPrefix = 20 << 3;
const seedPrefix = 18 << 3;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** What stands before the 32 bytes of an Ed25519 key in PKCS #8. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const keyBytes = 32;

/** Writes 32 bytes as the seed of a NATS user (`SU…`), which proves to the server who connects. */
export const nkeySeed = (key: Buffer): string => written([seedPrefix | (userPrefix >> 5), (userPrefix & 31) << 3], key);

/** Writes the public half of such a key (`U…`), which the server knows the user by. */
export const nkeyPublic = (key: Buffer): string => publicHalf(privateHalf(key));

/** Proves to the server who connects, as the client's own `nkeyAuthenticator` does, which works Ed25519 out in JavaScript: some ten times the time. */
export function nkeySigner(key: Buffer): Authenticator {
  const secret = privateHalf(key);
  const nkey = publicHalf(secret);
  return (nonce) => ({ nkey, sig: nonce ? sign(null, Buffer.from(nonce), secret).toString('base64url') : '' });
}

const privateHalf = (key: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8, key]), format: 'der', type: 'pkcs8' });

const publicHalf = (secret: KeyObject): string =>
  written([userPrefix], createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(-keyBytes));

/** Prefix, bytes and a check sum in base 32. */
function written(prefix: number[], bytes: Buffer): string {
  const body = Buffer.concat([Buffer.from(prefix), bytes]);
  const sum = Buffer.alloc(2);
  sum.writeUInt16LE(crc16(body));
  return base32(Buffer.concat([body, sum]));
}

/** CRC-16 as XMODEM has it. */
function crc16(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc;
}

function base32(bytes: Buffer): string {
  let text = '';
  let value = 0;
  let bits = 0;
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff;
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(value >> (bits - 5)) & 31];
  }
  return bits > 0 ? text + alphabet[(value << (5 - bits)) & 31] : text;
}
