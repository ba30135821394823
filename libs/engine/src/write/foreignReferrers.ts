import type { Engine } from '../core/engine';
import type { ToDelete } from '../core/toDelete';
import { looselyReferring } from './looseReferences';

/** Applications other than this one whose models may refer to what goes. */
export function foreignReferrers(engine: Engine, toDelete: ToDelete): string[] {
  const apps = [...toDelete].flatMap(([label, ids]) =>
    ids.size === 0
      ? []
      : [...engine.catalog.referrers(label).map((relation) => relation.from.app), ...looselyReferring(engine, label)],
  );
  return [...new Set(apps)].filter((app) => app !== engine.app).sort();
}
