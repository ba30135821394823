import type { ChangeRecord, UnitOfWork } from '@plumbline/engine';
import { sql } from '@plumbline/store';
import { livingUsers } from '../users/livingUsers';

/**
 * Enters changes into the change log; answers with those that were not in it already, in their order. A change that is
 * handed on again has the same id and time. Whoever made one may have been deleted since.
 */
export async function logChanges(work: UnitOfWork, changes: ChangeRecord[]): Promise<ChangeRecord[]> {
  if (changes.length === 0) return [];
  const living = await livingUsers(
    work,
    changes.map(({ user_id }) => user_id),
  );
  const rows = changes.map((change) => ({
    id: change.id,
    time: change.time,
    action: change.action,
    user: living.has(change.user_id) ? change.user_id : null,
    user_name: change.user_name,
    request_id: change.request_id,
    changed_object_type: change.label,
    changed_object_id: change.object_id,
    related_object_type: change.related?.label ?? null,
    related_object_id: change.related?.id ?? null,
    change_context: change.context ?? 'web',
    change_context_detail: change.context_detail,
    object_repr: change.object_repr,
    object_data: change.object_data ?? {},
    object_data_v2: change.object_data_v2,
  }));
  const entered = await work.sql.rows<{ id: string }>(sql.unsafe`
    INSERT INTO objectchange SELECT entry.* FROM jsonb_populate_recordset(NULL::objectchange, ${JSON.stringify(rows)}::jsonb) entry
    ON CONFLICT (id, time) DO NOTHING RETURNING id`);
  const ids = new Set(entered.map(({ id }) => id));
  return changes.filter(({ id }) => ids.delete(id));
}
