import { type Bus, measuredBus } from '@plumbline/bus';
import type { Metrics } from '@plumbline/metrics';
import { type Tracing, tracedBus, tracedDatabase, tracedReplicas } from '@plumbline/tracing';
import type { ServiceDatabases } from './databases';

/** The bus as a process uses it: measured, and traced where traces are wanted. */
export function observed(bus: Bus, metrics: Metrics, tracing: Tracing | undefined): Bus {
  const measured = measuredBus(bus, metrics);
  return tracing ? tracedBus(measured, tracing) : measured;
}

/** The databases of a service, traced where traces are wanted. */
export const observedDatabases = (databases: ServiceDatabases, tracing: Tracing | undefined): ServiceDatabases =>
  tracing
    ? {
        ...databases,
        database: tracedDatabase(databases.database, tracing),
        answers: tracedDatabase(databases.answers, tracing),
        ...(databases.replicas ? { replicas: tracedReplicas(databases.replicas, tracing) } : {}),
      }
    : databases;
