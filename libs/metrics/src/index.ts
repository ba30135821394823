export { asText, textType } from './asText';
export type { Count, Counts, CountsOptions } from './counts';
export type { Family, Sample } from './family';
export { createMetrics, type MeasuredProcess, type Metrics } from './metrics';
export type { Timing, Timings, TimingsOptions } from './timings';
