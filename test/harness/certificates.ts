import { execFileSync } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate and its key, as files. */
export interface Certificate {
  certificate: string;
  key: string;
}

/** Somebody who signs certificates. */
export interface Authority extends Certificate {
  /** Signs one for these names (`DNS:localhost`, `IP:127.0.0.1`); the first word is its common name. */
  issue(commonName: string, names?: readonly string[]): Certificate;
}

const oneDay = ['-days', '1'];
const smallKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
let count = 0;

/** Makes a folder for certificates that other users of the machine may look into. */
export function certificateFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-certificates-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** Makes an authority of its own, which signs itself, as a server of its own may do too. */
export function createAuthority(folder: string, commonName: string, names: readonly string[] = []): Authority {
  const own = filesIn(folder);
  const extensions = names.length > 0 ? ['-addext', `subjectAltName=${names.join(',')}`] : [];
  openssl('req', '-x509', ...smallKey, ...oneDay, '-subj', `/CN=${commonName}`, ...extensions, ...outputs(own));
  return {
    ...own,
    issue: (name, others = []) => {
      const issued = filesIn(folder);
      const request = `${issued.key}.request`;
      openssl('req', '-new', ...smallKey, '-subj', `/CN=${name}`, '-keyout', issued.key, '-out', request);
      const extensionFile = `${issued.key}.extensions`;
      writeFileSync(extensionFile, others.length > 0 ? `subjectAltName=${others.join(',')}\n` : '');
      const signed = ['-CA', own.certificate, '-CAkey', own.key, '-CAcreateserial', '-extfile', extensionFile];
      openssl('x509', '-req', '-in', request, ...oneDay, ...signed, '-out', issued.certificate);
      return issued;
    },
  };
}

/** A copy of a key that only a password opens. */
export function encryptKey({ key }: Certificate, password: string): string {
  const encrypted = `${key}.encrypted`;
  openssl('pkcs8', '-topk8', '-in', key, '-passout', `pass:${password}`, '-out', encrypted);
  chmodSync(encrypted, 0o600);
  return encrypted;
}

/**
 * The same, of which another password makes something that looks decrypted and is no key: one in some two hundred is like that, since
 * nothing but its padding says whether a password was right.
 */
export function misleadingKey({ key }: Certificate, password: string, wrong: string): string {
  const plain = createPrivateKey(readFileSync(key));
  const encrypted = `${key}.misleading`;
  for (;;) {
    const sealed = plain.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: password });
    if (problemOf(sealed, wrong) === 'ERR_OSSL_BAD_DECRYPT') continue;
    writeFileSync(encrypted, sealed, { mode: 0o600 });
    return encrypted;
  }
}

function problemOf(key: string | Buffer, passphrase: string): string | undefined {
  try {
    createPrivateKey({ key, passphrase });
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

function filesIn(folder: string): Certificate {
  const name = join(folder, String(++count));
  return { certificate: `${name}.crt`, key: `${name}.key` };
}

const outputs = ({ certificate, key }: Certificate): string[] => ['-keyout', key, '-out', certificate];

const openssl = (...args: string[]): void => void execFileSync('openssl', args, { stdio: 'pipe' });
