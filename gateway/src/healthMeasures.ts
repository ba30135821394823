import type { Family } from '@plumbline/metrics';
import type { Examine } from './health';
import { gauge } from './serviceMeasures';

/** What `/health/` says, under the names that dashboards and alerts made for this contract look for. */
export async function measureHealth(examine: Examine): Promise<Family[]> {
  const { bus, services } = await examine();
  const worksEverywhere = Object.values(services).every(Boolean);
  return [
    gauge({
      name: 'health_check_database_info',
      help: 'Whether every service works with its database: 1 or 0.',
      value: Number(worksEverywhere),
    }),
    gauge({
      name: 'health_check_redis_backend_info',
      help: 'Whether messages between services get through: 1 or 0.',
      value: Number(bus),
    }),
  ];
}
