import type { Family } from '@plumbline/metrics';
import type { Examine } from './health';

/** What `/health/` says, under the names that dashboards and alerts made for this contract look for. */
export async function measureHealth(examine: Examine): Promise<Family[]> {
  const { bus, services } = await examine();
  const worksEverywhere = Object.values(services).every(Boolean);
  return [
    gauge('health_check_database_info', 'Whether every service works with its database: 1 or 0.', worksEverywhere),
    gauge('health_check_redis_backend_info', 'Whether messages between services get through: 1 or 0.', bus),
  ];
}

const gauge = (name: string, help: string, isWell: boolean): Family => ({
  name,
  help,
  type: 'gauge',
  values: [{ labels: {}, value: Number(isWell) }],
});
