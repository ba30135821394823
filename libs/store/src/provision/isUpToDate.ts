import { connectionSettings } from '../connect/connectionSettings';
import { transactionOn } from '../connect/withConnection';
import type { ConnectionUse } from '../database';
import { isMigrated, type MigrationFolder } from './migrate';
import { asRole, hasSchemas } from './provisionService';
import { schemasOf } from './queueSchema';

export interface UpToDateOptions {
  /** Of the role of a service, which may not be there yet. */
  connectionString: string;
  app: string;
  /** It has a queue, in a schema of its own (`queueSchema`). */
  queued: boolean;
  folders: readonly MigrationFolder[];
  use?: ConnectionUse;
}

/**
 * Whether a service finds its role, schema and tables just as this version leaves them, as nearly every process does that
 * starts: it takes one connection to see that, and nobody has to wait for anybody.
 */
export async function isUpToDate({ connectionString, app, queued, folders, use }: UpToDateOptions): Promise<boolean> {
  const { address, opening } = connectionSettings(connectionString, app, `plumbline look ${app}`, use);
  const found = await asRole(
    address,
    (connection) =>
      transactionOn(
        connection,
        async () => (await hasSchemas(connection, schemasOf(app, queued))) && (await isMigrated(connection, folders)),
      ),
    opening,
  );
  return found === true;
}
