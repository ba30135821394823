import type { Caller, Database, Queryable } from '@plumbline/store';
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

/** Statements run through here are counted for the request, and given up when nobody waits for it any more. */
export function countingStatements(queryable: Queryable, scope: RequestScope): Queryable {
  const caller: Caller = scope.background ? { cost: scope.cost, deadline: Number.POSITIVE_INFINITY } : scope;
  return {
    rows: (statement) => queryable.rows(statement, caller),
    quick: (statement) => queryable.quick(statement, caller),
    first: (statement) => queryable.first(statement, caller),
    run: (statement) => queryable.run(statement, caller),
  };
}
