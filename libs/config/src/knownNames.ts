import { isIPv6 } from 'node:net';

/** Environment variables of another name, well known in the field, that say the same as one of ours. */
export interface KnownNames {
  names: readonly string[];
  /** What they say, as our own variable would; undefined when they say nothing. */
  read(env: Readonly<Record<string, string | undefined>>): string | undefined;
  /** What to know beyond "the same", for the documentation. */
  remark?: string;
}

/** One variable that means the same; `translate` turns its words into ours. */
export function knownAs(name: string, translate = (text: string) => text, remark?: string): KnownNames {
  return {
    names: [name],
    read: (env) => (env[name] ? translate(env[name]) : undefined),
    ...(remark === undefined ? {} : { remark }),
  };
}

/** Whether a variable of the field that is a switch is on. */
export const isTrue = (text: string | undefined): boolean => /^(true|t|yes|y|on|1)$/i.test(text ?? '');

const wantsSuperuser = 'NAUTOBOT_CREATE_SUPERUSER';

/**
 * What the first administrator is called and signs in with. Where nobody wanted one made, what stands there was never
 * meant to open anything: the samples people begin with have a password and a token that everybody knows.
 */
export function knownOfSuperuser(name: string): KnownNames {
  const { names, read } = knownAs(name);
  const isUnwanted = (text: string | undefined) => Boolean(text) && !isTrue(text);
  return {
    names,
    read: (env) => (isUnwanted(env[wantsSuperuser]) ? undefined : read(env)),
    remark: `not read where \`${wantsSuperuser}\` is given and not true`,
  };
}

const levels: Record<string, string> = { warning: 'warn', critical: 'fatal' };

/** `WARNING` is our `warn`, `CRITICAL` our `fatal`. */
export const logLevelWord = (text: string): string => levels[text.toLowerCase()] ?? text.toLowerCase();

/** A list separated by spaces, as ours are by commas. */
export const spacesAsCommas = (text: string): string =>
  text
    .trim()
    .split(/[\s,]+/)
    .join(',');

/** The parts of the database's address, each in a variable of its own. */
export const databaseParts: KnownNames = {
  names: ['NAUTOBOT_DB_HOST', 'NAUTOBOT_DB_PORT', 'NAUTOBOT_DB_NAME', 'NAUTOBOT_DB_USER', 'NAUTOBOT_DB_PASSWORD'],
  read: (env) => {
    const [host, port, name = 'nautobot', user, password] = databaseParts.names.map((part) => env[part] || undefined);
    if (!host) return undefined;
    const credentials = user ? `${encodeURIComponent(user)}${password ? `:${encodeURIComponent(password)}` : ''}@` : '';
    const where = isIPv6(host) ? `[${host}]` : host;
    return `postgres://${credentials}${where}:${port ?? 5432}/${encodeURIComponent(name)}`;
  },
  remark: 'put together, when there is a host',
};

/** Known names that mean nothing here: what they set does not exist, or needs no setting. */
export const needless = ['NAUTOBOT_REDIS_HOST', 'NAUTOBOT_REDIS_PASSWORD', 'NAUTOBOT_REDIS_PORT'] as const;
