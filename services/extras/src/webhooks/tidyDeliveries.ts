import type { Chore, Engine, UnitOfWork } from '@plumbline/engine';
import { type Sql, sql } from '@plumbline/store';

/** Deliveries removed in one statement. */
const portion = 5_000;

/**
 * Conditions under which nobody asks for a delivery any more. They say that it is not pending, although the status says so
 * already: PostgreSQL takes the index of what has ended (tables.ts) only where a condition says what it leaves out.
 */
function outdated({ settings: { webhooks } }: Engine): Sql[] {
  const { deliveredHours, failedHours } = webhooks;
  return Object.entries({ delivered: deliveredHours, failed: failedHours }).map(
    ([status, hours]) =>
      sql.fragment`status = ${status} AND status <> 'pending' AND finished < now() - make_interval(hours => ${hours})`,
  );
}

/** Removes deliveries that nobody asks for any more. */
async function tidyDeliveries(work: UnitOfWork): Promise<void> {
  for (const condition of outdated(work.engine))
    await work.sql.run(sql.unsafe`
      DELETE FROM webhookdelivery WHERE id IN (
        SELECT id FROM webhookdelivery WHERE ${condition} ORDER BY finished LIMIT ${portion} FOR UPDATE SKIP LOCKED)`);
}

/** They go some hours after they ended. */
export const oldDeliveries: Chore = {
  due: (engine) => {
    const conditions = outdated(engine).map(
      (condition) => sql.fragment`EXISTS (SELECT FROM webhookdelivery WHERE ${condition})`,
    );
    return sql.fragment`${sql.join(conditions, sql.fragment` OR `)}`;
  },
  act: tidyDeliveries,
};
