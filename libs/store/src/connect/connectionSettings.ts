import type { ConnectionUse } from '../database';
import { literal } from '../schema/identifier';
import { type Address, readAddress } from './address';

const schemaName = /^[a-z_][a-z0-9_]*$/;

/** The settings every connection of a service works with, in milliseconds where they are times. */
const sessionSettings = {
  timezone: 'UTC',
  datestyle: 'ISO',
  statement_timeout: '30000',
  lock_timeout: '10000',
  idle_in_transaction_session_timeout: '60000',
  jit: 'off',
  // Kilobytes of new entries every look-up of a tag reads in passing; at PostgreSQL's own 4 MB that took 9 ms.
  gin_pending_list_limit: '128',
};

/** How to connect, and what each transaction begins with where a session keeps nothing. */
export interface ConnectionSettings {
  address: Address;
  /** Statements for the beginning of a transaction; absent where the session has its settings. */
  opening?: string;
}

/** Milliseconds within which there is a connection, where nobody says another time. */
export const usualConnectWithin = 5_000;

/** By what a server is noticed that has gone without a word: no connection, or a silence in which the system asks for it. */
export const watched = {
  connectionTimeoutMillis: usualConnectWithin,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};

/** How pools send statements. In a pipeline alone pg cuts a connection on which one is not answered in time. */
export const pipelined = {
  pipeline: true,
  // Above the server's own statement timeout: this one is for a server that no longer answers at all.
  query_timeout: 40_000,
};

/**
 * How to connect for work inside a schema. Session settings travel in the startup packet, so they cost no round trip;
 * behind a pooler they are said in each transaction, together with its BEGIN.
 */
export function connectionSettings(
  connectionString: string,
  schema: string,
  applicationName: string,
  { pooled = false }: ConnectionUse = {},
): ConnectionSettings {
  const { options, ...given } = readAddress(connectionString);
  const settings = { search_path: `${checkedSchemaName(schema)},public`, ...sessionSettings };
  const address = {
    ...given,
    application_name: given.application_name ?? applicationName,
    ...watched,
  };
  // Options in the connection string come last, so that whoever deploys it has the last word.
  if (pooled) return { address, opening: asStatements({ ...settings, ...readOptions(options) }) };
  const said = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  return { address: { ...address, options: [...said, ...(options ? [options] : [])].join(' ') } };
}

/** The name as it is, if it needs no quoting anywhere; else an error. */
export function checkedSchemaName(schema: string): string {
  if (!schemaName.test(schema)) throw new Error(`"${schema}" cannot be the name of a schema.`);
  return schema;
}

/** Settings as statements that count until the transaction ends. */
function asStatements(settings: Record<string, string>): string {
  const value = (name: string, text: string) =>
    name === 'search_path'
      ? text
          .split(',')
          .map((part) => literal(part.trim()))
          .join(', ')
      : literal(text);
  return Object.entries(settings)
    .map(([name, text]) => `SET LOCAL ${name} TO ${value(name, text)}`)
    .join('; ');
}

/** Reads `-c name=value` and `--name=value`, as PostgreSQL takes them when a session begins. */
function readOptions(options = ''): Record<string, string> {
  const read: Record<string, string> = {};
  const rest = options.replace(/(?:-c\s*|--)([\w.]+)=((?:\\.|[^\s\\])*)/g, (_, name: string, value: string) => {
    read[name.toLowerCase()] = value.replace(/\\(.)/g, '$1');
    return '';
  });
  if (rest.trim() !== '')
    throw new Error(`options in the address of a database are -c name=value, not "${rest.trim()}".`);
  return read;
}
