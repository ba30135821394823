import { AsyncLocalStorage } from 'node:async_hooks';
import { type Database, type Queryable, type Sql, textOf } from '@plumbline/store';

/** A statement as PostgreSQL was sent it, and the service whose database it was. */
export interface RecordedStatement {
  app: string;
  text: string;
}

const recordings = new AsyncLocalStorage<RecordedStatement[]>();

/** How much that is recorded is under way. */
let underWay = 0;

/** Records the statements that some work runs, in every service that it comes to. As long as it does, all promises of the process are slow. */
export async function recordStatements<T>(recorded: RecordedStatement[], work: () => Promise<T>): Promise<T> {
  underWay++;
  try {
    return await recordings.run(recorded, work);
  } finally {
    if (--underWay === 0) recordings.disable();
  }
}

/** A database whose statements can be recorded. */
export function recordable(database: Database): Database {
  const note = (statement: Sql): Sql => {
    recordings.getStore()?.push({ app: database.schema, text: textOf(statement) });
    return statement;
  };
  const noting = (queryable: Queryable): Queryable => ({
    rows: (statement, caller) => queryable.rows(note(statement), caller),
    quick: (statement, caller) => queryable.quick(note(statement), caller),
    first: (statement, caller) => queryable.first(note(statement), caller),
    run: (statement, caller) => queryable.run(note(statement), caller),
  });
  return {
    ...database,
    ...noting(database),
    transaction: async (work, options) => {
      const recording = recordings.getStore();
      // What goes out with BEGIN is one message with it.
      recording?.push({ app: database.schema, text: 'BEGIN' });
      const result = await database.transaction((tx, first) => work(noting(tx), first), options);
      recording?.push({ app: database.schema, text: 'COMMIT' });
      return result;
    },
  };
}
