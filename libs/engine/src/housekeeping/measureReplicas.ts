import type { Engine } from '../core/engine';
import type { Measure } from '../core/service';

/** How far behind the read replicas are, and how many of them are of use; nothing where there are none. */
export function measureReplicas({ replicas, settings }: Engine): Measure[] {
  if (!replicas) return [];
  return [
    {
      name: 'plumbline_replica_lag_seconds',
      help: 'How far the read replica furthest behind is behind; it grows while one cannot be reached.',
      value: replicas.lag() / 1_000,
    },
    {
      name: 'plumbline_replicas_usable',
      help: 'Read replicas that reads may go to now.',
      value: replicas.usable(settings.readReplicas.lag),
    },
  ];
}
