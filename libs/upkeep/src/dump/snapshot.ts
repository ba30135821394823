import { type Database, type Queryable, sql } from '@plumbline/store';

/** A database as it was at one moment, until it is let go. */
export interface Snapshot {
  database: Database;
  release(): Promise<void>;
}

/** Takes a snapshot that lasts: whoever reads it slowly is not cut off. It holds one connection. */
export async function takeSnapshot(source: Database): Promise<Snapshot> {
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let over: Promise<void> = Promise.resolve();
  const tx = await new Promise<Queryable>((resolve, reject) => {
    over = source.transaction(
      async (inner) => {
        await inner.run(sql.unsafe`SELECT set_config('idle_in_transaction_session_timeout', '0', true)`);
        resolve(inner);
        await released;
      },
      { snapshot: true },
    );
    over.catch(reject);
  });
  const database: Database = {
    schema: source.schema,
    ...tx,
    transaction: (work) => work(tx, Promise.resolve([])),
    ready: source.ready,
    takesWrites: source.takesWrites,
    close: async () => {},
  };
  return {
    database,
    release: () => {
      letGo();
      return over;
    },
  };
}
