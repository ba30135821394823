import { createPrivateKey } from 'node:crypto';
import { readFileSync, type Stats, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type ConnectionOptions, checkServerIdentity, createSecureContext, type PeerCertificate } from 'node:tls';
import type { TlsParameters } from '@plumbline/config';
import { TlsSettingsProblem } from './tlsProblem';

/** What a connection is made with under TLS, and what the server's certificate is held against, in words. */
export interface TlsOptions {
  options: ConnectionOptions;
  trusted: string;
}

/**
 * Reads the files that the parameters name, or those that libpq looks for in the home folder, as they are at this
 * moment: a certificate that was renewed serves the next connection. As in libpq, whatever sslmode says, a certificate
 * is verified where there is one to hold it against, and its name under `verify-full` alone.
 */
export function readTlsOptions(tls: TlsParameters, host: string, where: string): TlsOptions {
  const { mode, sendsName, oldest, newest } = tls;
  const authorities = readAuthorities(tls, where);
  const revoked = tls.revocationList ?? inHome('root.crl');
  const verifies = authorities !== undefined;
  const list = verifies ? readIfThere(revoked, 'sslcrl', where, tls.revocationList !== undefined) : undefined;
  const options: ConnectionOptions = {
    rejectUnauthorized: verifies,
    ...(authorities?.ca ? { ca: authorities.ca } : {}),
    ...(list ? { crl: list } : {}),
    checkServerIdentity: (_, certificate) =>
      mode === 'verify-full' ? identityProblem(host, certificate) : (undefined as Error | undefined),
    minVersion: oldest,
    ...(newest ? { maxVersion: newest } : {}),
    ...(sendsName && isIP(host) === 0 ? { servername: host } : {}),
    ...readIdentity(tls, where),
  };
  return { options: { ...options, secureContext: contextOf(options, where) }, trusted: authorities?.name ?? 'none' };
}

function readAuthorities({ mode, rootCertificate }: TlsParameters, where: string) {
  if (rootCertificate === 'system') return { name: 'system' };
  const path = rootCertificate ?? inHome('root.crt');
  const ca = readIfThere(path, 'sslrootcert', where, false);
  if (ca !== undefined) return { name: path, ca };
  if (!mode.startsWith('verify')) return undefined;
  throw new TlsSettingsProblem(
    where,
    `sslmode=${mode} needs the certificate of an authority to verify the server's with, and ${path} is not there. Name it in sslrootcert, or say sslrootcert=system for those that this machine trusts.`,
  );
}

/** Our own certificate: the one that is named must be there; the one in the home folder is shown where it is. */
function readIdentity(tls: TlsParameters, where: string): ConnectionOptions {
  const isNamed = tls.certificate !== undefined;
  const cert = readIfThere(tls.certificate ?? inHome('postgresql.crt'), 'sslcert', where, isNamed);
  if (cert === undefined) return {};
  const path = tls.key ?? inHome('postgresql.key');
  const stats = statIfThere(path);
  if (stats && isOpenToOthers(stats))
    throw new TlsSettingsProblem(
      where,
      `others may read the key ${path} (sslkey). Let nobody but its owner: chmod 600, or 640 where root owns it.`,
    );
  const key = readIfThere(path, 'sslkey', where, true)!;
  return { cert, key, ...(tls.password === undefined ? {} : { passphrase: tls.password }) };
}

/** As libpq has it: a key of root may be readable to a group. */
const isOpenToOthers = ({ mode, uid }: Stats): boolean => (mode & (uid === 0 ? 0o037 : 0o077)) !== 0;

/** Puts together what will be used, so that files that do not fit are told of in words. */
function contextOf(options: ConnectionOptions, where: string) {
  const { ca, crl, cert, key, passphrase, minVersion, maxVersion } = options;
  try {
    return createSecureContext({ ca, crl, cert, key, passphrase, minVersion, maxVersion });
  } catch (error) {
    const about =
      key === undefined
        ? 'sslrootcert or sslcrl holds no certificates that can be read'
        : isLocked(options)
          ? 'the key in sslkey is encrypted with another password than sslpassword says'
          : 'sslcert, sslkey and sslrootcert cannot be used together';
    throw new TlsSettingsProblem(where, `${about}: ${(error as Error).message}.`, error);
  }
}

/**
 * Whether a key is encrypted and its password does not open it. OpenSSL does not always say so: one in some two hundred wrong passwords
 * makes something that looks decrypted, of which it says that no such key is known.
 */
function isLocked({ key, passphrase = '' }: ConnectionOptions): boolean {
  if (!/\bENCRYPTED\b/.test(String(key))) return false;
  try {
    createPrivateKey({ key: key as Buffer, passphrase });
    return false;
  } catch {
    return true;
  }
}

const inHome = (file: string): string => join(process.env.HOME || homedir(), '.postgresql', file);

function statIfThere(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function readIfThere(path: string, parameter: string, where: string, isWanted: boolean): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!isWanted && (code === 'ENOENT' || code === 'ENOTDIR')) return undefined;
    throw new TlsSettingsProblem(where, `${parameter} names a file that cannot be read: ${message}.`, error);
  }
}

/** As node does it; and where a certificate has no other names, an address may be its common name, as in libpq. */
function identityProblem(host: string, certificate: PeerCertificate): Error | undefined {
  const isCommonName = isIP(host) > 0 && !certificate.subjectaltname && certificate.subject?.CN === host;
  return isCommonName ? undefined : checkServerIdentity(host, certificate);
}
