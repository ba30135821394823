import type { Label } from '@plumbline/model';
import type { ChangeRecord } from '../core/changeRecord';
import type { UnitOfWork } from '../core/engine';
import type { Subscription } from '../core/service';

/** Takes in the changes of each model in its own way; those of several are taken in in the order given here. */
export function onChanges(
  takers: Record<Label, (work: UnitOfWork, changes: ChangeRecord[]) => Promise<void>>,
): Subscription {
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
