import { type Metric, Registry } from 'prom-client';
import type { Family } from './family';

/** The media type of the Prometheus text format. */
export const textType = Registry.PROMETHEUS_CONTENT_TYPE;

/** Writes what several processes have measured in the Prometheus text format, each name once. */
export function asText(families: readonly Family[]): Promise<string> {
  const byName = new Map<string, Family>();
  for (const family of families) {
    const known = byName.get(family.name);
    byName.set(family.name, known ? { ...known, values: [...known.values, ...family.values] } : family);
  }
  const registry = new Registry();
  // The registry writes whatever can be asked for its values, though its types speak of metrics of its own only.
  for (const family of byName.values())
    registry.registerMetric({ ...family, get: async () => family } as unknown as Metric);
  return registry.metrics();
}
