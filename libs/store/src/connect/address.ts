import { readTlsParameters, type TlsParameters } from '@plumbline/config';
import type { ClientConfig } from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import { TlsSettingsProblem } from './tlsProblem';

/** Whom to connect to, as pg takes it, and with how much TLS, which pg is not asked for. */
export interface Address extends ClientConfig {
  ssl: false;
  tls: TlsParameters;
}

/** Reads the address of a database (`postgres://user:password@host:port/name?sslmode=verify-full`). */
export function readAddress(connectionString: string): Address {
  const { tls, address } = read(connectionString);
  return { ...parseIntoClientConfig(address), ssl: false, tls };
}

function read(connectionString: string) {
  try {
    return readTlsParameters(connectionString);
  } catch (error) {
    const { host, port } = parseIntoClientConfig(connectionString.replace(/\?.*$/s, ''));
    throw new TlsSettingsProblem(`${host}:${port ?? 5432}`, `${(error as Error).message}.`);
  }
}
