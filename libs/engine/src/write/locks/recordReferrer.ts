import type { Model } from '@plumbline/model';
import { sql } from '@plumbline/store';
import type { UnitOfWork } from '../../core/engine';
import { idArray } from '../../criteria/keys';

/**
 * Writes down that an application refers to objects. Passes over rows that are held by whoever deletes them: nobody is waited for.
 */
export async function recordReferrer(
  { sql: run }: UnitOfWork,
  model: Model,
  app: string,
  ids: (string | number)[],
): Promise<void> {
  await run.run(sql.unsafe`
    WITH held AS MATERIALIZED (
      SELECT t.id FROM ${sql.identifier([model.name])} t WHERE t.id = ANY(${idArray(model, ids)}) ORDER BY t.id FOR KEY SHARE SKIP LOCKED
    )
    INSERT INTO referred_from (label, object_id, app) SELECT ${model.label}, held.id::text, ${app} FROM held ORDER BY held.id
    ON CONFLICT DO NOTHING`);
}
