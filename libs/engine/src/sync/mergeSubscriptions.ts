import type { Label } from '@plumbline/model';
import type { UnitOfWork } from '../core/engine';
import type { Subscription } from '../core/service';

/** What a service follows, and further models of the engine's own concern, of which any change means: look again. */
export function mergeSubscriptions(
  own: Subscription | undefined,
  models: readonly Label[],
  lookAgain: (work: UnitOfWork) => Promise<void>,
): Subscription {
  const labels: string[] = [...models];
  return {
    of: own?.of === 'everything' ? 'everything' : [...(own?.of ?? []), ...models],
    take: async (work, changes) => {
      if (changes.some(({ label }) => labels.includes(label))) await lookAgain(work);
      const others = own?.of === 'everything' ? changes : changes.filter(({ label }) => !labels.includes(label));
      if (others.length > 0) await own?.take(work, others);
    },
  };
}
