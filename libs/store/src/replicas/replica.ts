import type { Log } from '@plumbline/log';
import { type OpenDatabase, openDatabase } from '../connect/openDatabase';
import type { Caller, ConnectionUse, Database } from '../database';
import { isStatementTimeout } from '../databaseErrors';
import { watchReplica } from './watchReplica';

export interface ReplicaOptions {
  /** Leads to one standby, always the same. */
  connectionString: string;
  /** What it follows; its position is asked for now and then. */
  primary: Database;
  poolSize: number;
  applicationName: string;
  use?: ConnectionUse;
  log: Log;
}

/** A streaming standby of a service's database. */
export interface Replica {
  /** Milliseconds that what it shows may be old; Infinity while it cannot be relied on. */
  age(): number;
  /** Milliseconds since it last had everything, whether or not it can be reached. */
  lag(): number;
  /** Reads from it; what it cannot answer, the primary is asked. */
  insteadOf(primary: Database): Database;
  close(): Promise<void>;
}

/** Milliseconds that a connection may take: whoever asks still wants to ask the primary then. */
const connectWithin = 1_000;

/** Opens a standby and keeps an eye on how far behind it is. */
export function openReplica({ primary, log, ...options }: ReplicaOptions): Replica {
  const { schema } = primary;
  const settings = { ...options, schema, log, connectWithin };
  const database = openDatabase(settings);
  const observer = openDatabase({ ...settings, poolSize: 1 });
  const watch = watchReplica({ primary, replica: observer, log, onLost: () => [database, observer].forEach(abandon) });
  const readers = new WeakMap<Database, Database>();
  return {
    age: watch.age,
    lag: watch.lag,
    insteadOf(instead) {
      const reader = readers.get(instead) ?? readingFrom(database, instead);
      readers.set(instead, reader);
      return reader;
    },
    close: async () => {
      await watch.stop();
      await Promise.all([database.close(), observer.close()]);
    },
  };
}

const abandon = (database: OpenDatabase): void => database.abandon();

/** A database that reads from the replica, and from the primary whatever the replica refuses or loses. */
function readingFrom(replica: Database, primary: Database): Database {
  const ask = async <T>(read: (database: Database) => Promise<T>, caller?: Caller): Promise<T> => {
    try {
      const found = await read(replica);
      if (caller) caller.cost.replica = (caller.cost.replica ?? 0) + 1;
      return found;
    } catch (error) {
      // It would take as long on the primary, and nobody waits any more.
      if (isStatementTimeout(error)) throw error;
      return read(primary);
    }
  };
  return {
    ...primary,
    rows: (statement, caller) => ask((database) => database.rows(statement, caller), caller),
    quick: (statement, caller) => ask((database) => database.quick(statement, caller), caller),
    first: (statement, caller) => ask((database) => database.first(statement, caller), caller),
    transaction: (work, kind) =>
      kind?.readOnly || kind?.snapshot
        ? ask((database) => database.transaction(work, kind))
        : primary.transaction(work, kind),
  };
}
