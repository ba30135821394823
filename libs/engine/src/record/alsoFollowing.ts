import type { Label } from '@plumbline/model';
import type { Work } from '../engine';
import type { Following } from '../service';

/** What a service follows, and further models of the engine's own concern, of which any change means: look again. */
export function alsoFollowing(
  own: Following | undefined,
  models: readonly Label[],
  lookAgain: (work: Work) => Promise<void>,
): Following {
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
