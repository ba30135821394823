/** How much TLS a connection to PostgreSQL wants, in libpq's words. */
export const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
export type SslMode = (typeof sslModes)[number];

const protocols = ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const;
type Protocol = (typeof protocols)[number];

/** What the address of a database, or libpq's variables, say of TLS; files are paths as they were given. */
export interface TlsParameters {
  mode: SslMode;
  /** A file, or `system` for the authorities that the system trusts. */
  rootCertificate?: string;
  certificate?: string;
  key?: string;
  /** What the key is encrypted with. */
  password?: string;
  revocationList?: string;
  /** Whether the server is told by which name it was called. */
  sendsName: boolean;
  oldest: Protocol;
  newest?: Protocol;
}

/** libpq's parameters of an address, and the variables that stand in for absent ones. */
const parameters = {
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  sslpassword: undefined,
  sslcrl: 'PGSSLCRL',
  sslsni: 'PGSSLSNI',
  ssl_min_protocol_version: 'PGSSLMINPROTOCOLVERSION',
  ssl_max_protocol_version: 'PGSSLMAXPROTOCOLVERSION',
} as const;
type Name = keyof typeof parameters;

/** Other ways to ask for what is not had here; whoever relies on one must not be left without in silence. */
const unsupported = ['sslcrldir', 'sslcertmode', 'sslnegotiation', 'channel_binding', 'gssencmode', 'require_auth'];
/** Values of those that ask for nothing beyond what is done anyway. */
const harmless = ['', 'prefer', 'allow', 'disable', 'postgres'];

/**
 * Takes what an address says of TLS out of it, with libpq's defaults and its meaning. Throws an Error in words for what
 * libpq would not take either, and for what is not supported.
 */
export function readTlsParameters(
  address: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): { tls: TlsParameters; address: string } {
  const [, before = address, query = ''] = /^([^?]*)\?(.*)$/s.exec(address) ?? [];
  const given = new URLSearchParams(query);
  for (const name of unsupported)
    if (!harmless.includes(given.get(name) ?? '')) throw new Error(`${name}=${given.get(name)} is not supported`);
  const said = (name: Name): string | undefined => {
    const variable = parameters[name];
    return given.get(name) || (variable && env[variable]) || undefined;
  };
  const tls = readParameters(said, given.get('ssl'));
  for (const name of [...Object.keys(parameters), ...unsupported, 'ssl', 'uselibpqcompat']) given.delete(name);
  return { tls, address: given.size > 0 ? `${before}?${given}` : before };
}

function readParameters(said: (name: Name) => string | undefined, ssl: string | null): TlsParameters {
  const rootCertificate = said('sslrootcert');
  const mode = modeOf(said('sslmode') ?? shortForm(ssl) ?? (rootCertificate === 'system' ? 'verify-full' : 'prefer'));
  if (rootCertificate === 'system' && mode !== 'verify-full')
    throw new Error(`sslrootcert=system goes with sslmode=verify-full alone, not with ${mode}`);
  const [certificate, key, password] = [said('sslcert'), said('sslkey'), said('sslpassword')];
  const [revocationList, newest] = [said('sslcrl'), said('ssl_max_protocol_version')];
  return {
    mode,
    sendsName: said('sslsni') !== '0',
    oldest: protocolOf('ssl_min_protocol_version', said('ssl_min_protocol_version') ?? 'TLSv1.2'),
    ...(rootCertificate === undefined ? {} : { rootCertificate }),
    ...(certificate === undefined ? {} : { certificate }),
    ...(key === undefined ? {} : { key }),
    ...(password === undefined ? {} : { password }),
    ...(revocationList === undefined ? {} : { revocationList }),
    ...(newest === undefined ? {} : { newest: protocolOf('ssl_max_protocol_version', newest) }),
  };
}

/** libpq takes `ssl=true` for `sslmode=require`; the opposite is what node-postgres takes. */
function shortForm(ssl: string | null): SslMode | undefined {
  if (ssl === 'true' || ssl === '1') return 'require';
  return ssl === 'false' || ssl === '0' ? 'disable' : undefined;
}

function modeOf(text: string): SslMode {
  const mode = sslModes.find((one) => one === text);
  if (mode === undefined) throw new Error(`sslmode is one of ${sslModes.join(', ')}, not "${text}"`);
  return mode;
}

function protocolOf(name: string, text: string): Protocol {
  const protocol = protocols.find((one) => one.toLowerCase() === text.toLowerCase());
  if (protocol === undefined) throw new Error(`${name} is one of ${protocols.join(', ')}, not "${text}"`);
  return protocol;
}

/** What is wrong with an address of a database in what it says of TLS, if anything is. */
export function tlsComplaint(address: string): string | undefined {
  try {
    readTlsParameters(address);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
