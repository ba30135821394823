/** One line of the Prometheus text format. */
export interface Sample {
  /** The name of the line, where it is not that of its family: `…_bucket`. */
  metricName?: string;
  labels: Record<string, string | number>;
  value: number;
}

/** Everything measured under one name, as processes hand it to one another. */
export interface Family {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram' | 'summary';
  values: Sample[];
}
