import { type Database, type Queryable, type Sql, textOf } from '@plumbline/store';
import type { Span, SpanOptions, Tracing } from './tracing';

/**
 * The same database, its statements part of the traces they are run in: their texts, in which values are placeholders,
 * and never the values. What no trace asked for is not traced.
 */
export function tracedDatabase(database: Database, tracing: Tracing): Database {
  const { schema } = database;
  const traced = (queryable: Queryable): Queryable => {
    const within = <T>(statement: Sql, work: () => Promise<T>): Promise<T> =>
      tracing.isActive() ? tracing.within(spanOf(statement, schema), work) : work();
    return {
      rows: (statement, caller) => within(statement, () => queryable.rows(statement, caller)),
      quick: (statement, caller) => within(statement, () => queryable.quick(statement, caller)),
      first: (statement, caller) => within(statement, () => queryable.first(statement, caller)),
      run: (statement, caller) => within(statement, () => queryable.run(statement, caller)),
    };
  };
  return {
    ...database,
    ...traced(database),
    transaction: (work, options) =>
      tracing.isActive()
        ? tracing.within(transactionOf(schema), (_span: Span) =>
            database.transaction((tx, first) => work(traced(tx), first), options),
          )
        : database.transaction(work, options),
  };
}

const firstWord = /^[\s(]*(\w+)/;

function spanOf(statement: Sql, schema: string): SpanOptions {
  const operation = firstWord.exec(statement.sql)?.[1]?.toUpperCase() ?? 'SQL';
  return {
    name: `${operation} ${schema}`,
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.namespace': schema,
      'db.operation.name': operation,
      'db.query.text': textOf(statement).replace(/\s+/g, ' ').trim(),
    },
  };
}

const transactionOf = (schema: string): SpanOptions => ({
  name: `transaction ${schema}`,
  kind: 'internal',
  attributes: { 'db.system.name': 'postgresql', 'db.namespace': schema },
});
