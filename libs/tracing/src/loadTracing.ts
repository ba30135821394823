import type { Settings } from '@plumbline/config';
import type { Tracing } from './tracing';

/**
 * Tracing where the settings ask for it. OpenTelemetry is loaded then only: whoever does not trace pays nothing for it.
 */
export async function loadTracing(
  { tracing }: Settings,
  version: string,
  report: (trouble: string | undefined) => void,
): Promise<Tracing | undefined> {
  if (!tracing) return undefined;
  const { startTracing } = await import('./startTracing.js');
  return startTracing(tracing, version, report);
}
