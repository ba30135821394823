import type { Family } from './family';
import { type Labelled, labelled } from './labelled';

/** How often something happened. */
export interface Count {
  add(): void;
}

/** A counter; its label values have to be few, and never made up by clients. */
export interface Counts extends Pick<Labelled<Count>, 'of'> {
  family(): Family;
}

export interface CountsOptions {
  /** Ends in `_total`. */
  name: string;
  help: string;
  labels: readonly string[];
}

/** Starts a counter. */
export function createCounts({ name, help, labels }: CountsOptions): Counts {
  const series = labelled(labels, () => ({
    total: 0,
    add() {
      this.total++;
    },
  }));
  return {
    of: series.of,
    family: () => ({
      name,
      help,
      type: 'counter',
      values: [...series.entries()].map(([labels, { total }]) => ({ labels, value: total })),
    }),
  };
}
