import { type ChangeRecord, changeContext, type UnitOfWork } from '@plumbline/engine';
import { where } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { lockPassThrough } from '../cabling/locks';
import { originsOver, retrace } from '../cabling/paths/store';
import { uuidArray } from '../cabling/terminations';
import { updateTerminations } from '../cabling/updateTerminations';

/**
 * Ends of circuits were made, moved or deleted: cable paths that lead through these circuits, or end there, are followed anew.
 * A cable path that ends at the other end is found by the cable that is plugged in there.
 */
export async function retraceCircuits(work: UnitOfWork, changes: ChangeRecord[]): Promise<void> {
  const context = changeContext(work);
  await lockPassThrough(work.sql);
  const touched = changes.map(({ object_id }) => object_id);
  const circuits = [...new Set(changes.map(({ object_data }) => object_data?.circuit))];
  const ends = await context.select('circuits.circuittermination', where('circuit', 'in', circuits));
  const ids = uuidArray(new Set([...touched, ...ends.map(({ id }) => id)]));
  const cables = await work.sql.rows<{ id: string }>(sql.unsafe`
    SELECT id FROM cable
    WHERE (termination_a_type = 'circuits.circuittermination' AND termination_a_id = ANY(${ids}))
      OR (termination_b_type = 'circuits.circuittermination' AND termination_b_id = ANY(${ids}))`);
  const origins = await originsOver(work.sql, [...touched, ...cables.map(({ id }) => id)]);
  const { changed } = await retrace(context, origins);
  await updateTerminations(context, changed);
}
