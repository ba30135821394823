import type { Log } from '@plumbline/log';
import { readAddress } from '../connect/address';
import { checkedSchemaName } from '../connect/connectionSettings';
import { transactionOn, withConnection } from '../connect/withConnection';
import { sql } from '../sql';
import { createExtensions } from './createExtensions';
import { demandUnicode } from './demandUnicode';
import { schemasOf } from './queueSchema';

/** Makes the schema of a service in a database it was given for its own (`<APP>_DATABASE_URL`), if it is not there. */
export async function provideSchema(options: {
  connectionString: string;
  app: string;
  queued?: boolean;
  log?: Log;
}): Promise<void> {
  const app = checkedSchemaName(options.app);
  await withConnection(readAddress(options.connectionString), (connection) =>
    transactionOn(connection, async () => {
      await connection.run(sql.fragment`select pg_advisory_xact_lock(hashtext('plumbline provisioning'))`);
      for (const name of schemasOf(app, options.queued === true)) {
        const present = await connection.first(sql.fragment`select from pg_namespace where nspname = ${name}`);
        if (present !== undefined) continue;
        await demandUnicode(connection);
        await connection.run(sql.fragment`create schema ${sql.identifier([name])}`);
      }
      await createExtensions(connection, options.log);
    }),
  );
}
