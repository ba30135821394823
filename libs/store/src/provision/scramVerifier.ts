import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';

const iterations = 4096;

/**
 * What PostgreSQL stores for a password (RFC 5803). Sent instead of the password, so that the password itself reaches
 * neither the wire nor a server log. The password must be ASCII, the salt at least 16 bytes.
 */
export function scramVerifier(password: string, salt: Buffer): string {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64');
  const serverKey = hmac('Server Key').toString('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
