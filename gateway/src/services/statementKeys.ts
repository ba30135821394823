import { type App, keyFor, statementPurpose } from '@plumbline/config';

/** What statements are signed with: a key for each service. */
export const statementKeys = (secretKey: string, apps: readonly App[]): Buffer[] =>
  apps.map((app) => keyFor(statementPurpose(app), secretKey));
