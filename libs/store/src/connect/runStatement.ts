import type { PoolClient, QueryResult } from 'pg';
import type { ConnectionUse } from '../database';
import { ofPool } from '../fast/postgresClient';
import { type Done, RepeatedQuery } from '../fast/repeatedQuery';
import { apart } from '../statements/sideBySide';
import type { Statement } from '../statements/statement';

/** Statements prepared on one connection at most: PostgreSQL keeps their plans in memory until the connection ends. */
const preparedLimit = 500;

/** Sends a statement over a connection. */
export type RunStatement = (client: PoolClient, statement: Statement, done: Done) => void;

/** How statements are sent: under their names, which a pooler in transaction mode cannot have. */
export function statementRunner({ pooled = false, fastPaths = true }: ConnectionUse): RunStatement {
  if (pooled) return tellingApart(runUnnamed);
  return tellingApart(fastPaths ? runRepeated : runNamed);
}

/** Several statements that are sent as one are answered with the rows of each. */
const tellingApart =
  (run: RunStatement): RunStatement =>
  (client, statement, done) => {
    const { parts } = statement;
    if (parts === undefined) run(client, statement, done);
    else
      run(client, statement, (error, result) =>
        error ? done(error, result) : done(error, { ...result, rows: apart(parts, result) }),
      );
  };

/** How rows of a statement come. */
const rowsOf = ({ parts }: Statement): { rowMode?: 'array' } => (parts === undefined ? {} : { rowMode: 'array' });

/** Without a name: the connection of the next statement may be another. */
const runUnnamed: RunStatement = (client, statement, done) => {
  const { text, values } = statement;
  client.query({ text, values, ...rowsOf(statement) }, done as (error: Error, result: QueryResult) => void);
};

/** Under its name while the connection may still prepare it, else without. */
const runNamed: RunStatement = (client, statement, done) => {
  const { name, text, values } = statement;
  if (name !== undefined && mayPrepare(client, name)) client.query({ name, text, values, ...rowsOf(statement) }, done);
  else runUnnamed(client, statement, done);
};

/** The same, with what its rows look like remembered for each connection. */
const runRepeated: RunStatement = (client, statement, done) => {
  const { name } = statement;
  if (name !== undefined && mayPrepare(client, name))
    client.query(new RepeatedQuery(ofPool(client).shapes, { ...statement, name }, done));
  else runUnnamed(client, statement, done);
};

function mayPrepare(client: PoolClient, name: string): boolean {
  const { prepared } = ofPool(client);
  if (prepared.has(name)) return true;
  if (prepared.size >= preparedLimit) return false;
  prepared.add(name);
  return true;
}
