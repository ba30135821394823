const user = 'administrator';
const password = 'of the tests alone';

/** Who may do what on a broker, and beside them somebody who may do everything. */
export const withAdministrator = (authorization: string): string =>
  authorization.replace('users: [', `users: [\n    { user: "${user}", password: "${password}" }`);

/** Where a broker is, for that one. */
export const administratorUrl = (port: number): string =>
  `nats://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}`;
