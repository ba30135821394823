import type { ClientConfig } from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';

const schemaName = /^[a-z_][a-z0-9_]*$/;

/** The settings every connection of a service starts with, in milliseconds where they are times. */
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

/**
 * How to connect for work inside a schema; session settings travel in the startup packet, so they cost no round trip.
 */
export function connectionSettings(connectionString: string, schema: string, applicationName: string): ClientConfig {
  const given = parseIntoClientConfig(connectionString);
  const settings = Object.entries({ search_path: `${checkedSchemaName(schema)},public`, ...sessionSettings });
  const options = settings.map(([name, value]) => `-c ${name}=${value}`).join(' ');
  return {
    ...given,
    // Options in the connection string come last, so that whoever deploys it has the last word.
    options: given.options ? `${options} ${given.options}` : options,
    application_name: given.application_name ?? applicationName,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  };
}

/** The name as it is, if it needs no quoting anywhere; else an error. */
export function checkedSchemaName(schema: string): string {
  if (!schemaName.test(schema)) throw new Error(`"${schema}" cannot be the name of a schema.`);
  return schema;
}
