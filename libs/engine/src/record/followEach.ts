import type { Label } from '@plumbline/model';
import type { Work } from '../engine';
import type { Following } from '../service';
import type { ChangeRecord } from './outbox';

/** Takes in the changes of each model in its own way; those of several are taken in in the order given here. */
export function followEach(takers: Record<Label, (work: Work, changes: ChangeRecord[]) => Promise<void>>): Following {
  return {
    of: Object.keys(takers) as Label[],
    take: async (work, changes) => {
      for (const [label, take] of Object.entries(takers)) {
        const own = changes.filter((change) => change.label === label);
        if (own.length > 0) await take(work, own);
      }
    },
  };
}
