import type { Model } from '@plumbline/model';
import type { Queryable, Sql } from '@plumbline/store';
import type { UnitOfWork } from '../core/engine';
import { localize } from '../criteria/localize';
import { boundedBy } from '../criteria/patterns';
import { toSql } from '../criteria/toSql';
import { type PermittedAction, permitted } from './permissions';

/**
 * Asks in a statement of a service's own about what the caller may do something with: the condition says that of a row of
 * the model, which stands in the statement as `alias`. Throws the 403 where there is no permission at all.
 */
export async function amongPermitted<T>(
  work: UnitOfWork,
  model: Model,
  action: PermittedAction,
  alias: string,
  ask: (queryable: Queryable, condition: Sql) => Promise<T>,
): Promise<T> {
  const criteria = await localize(work, model, await permitted(work, model, action));
  return ask(boundedBy(work, criteria).sql, toSql(work.engine, { model, alias }, criteria));
}
