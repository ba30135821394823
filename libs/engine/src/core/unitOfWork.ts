import type { Database, Queryable } from '@plumbline/store';
import type { Engine, UnitOfWork } from './engine';
import { type RequestScope, systemScope } from './scope';

/** Work outside any transaction, on a read replica where that will do. */
export function unitOfWork(engine: Engine, scope: RequestScope, primary: Database = engine.database): UnitOfWork {
  const replica = scope.mayBeOld === undefined ? undefined : engine.replicas?.choose(scope.mayBeOld, primary);
  if (replica) return { engine, scope, replica, sql: countingStatements(replica, scope) };
  return { engine, scope, sql: countingStatements(primary, scope) };
}

/** Work of the service's own, for which nobody waits. */
export const backgroundWork = (engine: Engine): UnitOfWork => unitOfWork(engine, systemScope());

/** Statements run through here are counted for the request. */
export function countingStatements(queryable: Queryable, { cost }: RequestScope): Queryable {
  return {
    rows: (statement) => queryable.rows(statement, cost),
    quick: (statement) => queryable.quick(statement, cost),
    first: (statement) => queryable.first(statement, cost),
    run: (statement) => queryable.run(statement, cost),
  };
}
