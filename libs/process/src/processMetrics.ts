import { hostname } from 'node:os';
import type { Settings } from '@plumbline/config';
import { createMetrics, type Metrics } from '@plumbline/metrics';

/** What this process measures, by the name under which it is told from others. */
export const processMetrics = ({ target, port }: Settings): Metrics =>
  createMetrics({ service: target, process: `${hostname()}:${port}` });
