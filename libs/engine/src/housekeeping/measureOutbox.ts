import { sql } from '@plumbline/store';
import type { UnitOfWork } from '../core/engine';
import type { Measure } from '../core/service';

/**
 * How many change records wait to be handed on, and for how long the oldest has; more than seconds means that nobody
 * does it.
 */
export async function measureOutbox(work: UnitOfWork): Promise<Measure[]> {
  const found = await work.sql.first<{ waiting: number; oldest: number }>(sql.unsafe`
    SELECT count(*)::float8 AS waiting, coalesce(extract(epoch FROM now() - min(time)), 0)::float8 AS oldest
    FROM outbox WHERE position IS NULL`);
  return [
    { name: 'plumbline_outbox_waiting', help: 'Change records that wait to be handed on.', value: found!.waiting },
    {
      name: 'plumbline_outbox_oldest_seconds',
      help: 'How long the oldest of them has been waiting.',
      value: found!.oldest,
    },
  ];
}
