import type { PoolClient } from 'pg';
import { type Done, RepeatedQuery } from './repeated-query';
import type { Statement } from './statement';

/** Statements prepared on one connection at most: PostgreSQL keeps their plans in memory until the connection ends. */
const preparedLimit = 500;

const preparedNames = new WeakMap<PoolClient, Set<string>>();

/** Sends a statement, under its name while the connection may still prepare it, else without. */
export function runStatement(client: PoolClient, { name, text, values }: Statement, done: Done): void {
  if (name !== undefined && mayPrepare(client, name))
    client.query(new RepeatedQuery(client, { name, text, values }, done));
  else client.query({ text, values }, done);
}

function mayPrepare(client: PoolClient, name: string): boolean {
  const names = preparedNames.get(client) ?? new Set();
  preparedNames.set(client, names);
  if (!names.has(name)) {
    if (names.size >= preparedLimit) return false;
    names.add(name);
  }
  return true;
}
