import { type IdentityStatement, isWrite, problems } from '@plumbline/http';
import type { UnitOfWork } from '../engine';

/**
 * What the gateway states of the request that this is done for. What another service says of who asks counts for
 * nothing: without a statement it is a 403.
 */
export function gatewayStatement({ scope }: UnitOfWork): IdentityStatement {
  if (!scope.vouched) throw problems.forbidden();
  return scope.vouched.statement;
}

/** The same where something is written: by a request that may write. */
export function writersStatement(work: UnitOfWork): IdentityStatement {
  const statement = gatewayStatement(work);
  if (!isWrite(statement.method) || !statement.identity.writeEnabled) throw problems.forbidden();
  return statement;
}

/** Refuses what a service says of objects and writes that are not its own: who asks, the bus knows. */
export function demandAsker({ engine, scope }: UnitOfWork, app: string, labels: readonly string[] = []): void {
  if (scope.asker !== app || labels.some((label) => engine.catalog.find(label)?.app !== app))
    throw problems.forbidden();
}
