import { type IdentityStatement, signStatement, type Vouched } from '@plumbline/http';

/** What the gateway states of a request to itself, for the services that it asks a part of it. */
export const vouchFor = (statement: IdentityStatement, url: string, keys: readonly Buffer[]): Vouched => ({
  statement,
  text: signStatement(statement, { app: 'users', method: statement.method, url }, keys),
});
