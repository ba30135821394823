import type { Engine } from '../core/engine';
import type { ToDelete } from '../core/toDelete';
import { looselyReferring } from './looseReferences';

/** Applications whose models have relations that may point at objects of a model. */
export const relatedApps = (engine: Engine, label: string): string[] => [
  ...new Set(engine.catalog.referrers(label).map(({ from }) => from.app)),
];

/** Those of them that handle it themselves when what they refer to goes. */
export const handlingApps = (engine: Engine, label: string): string[] =>
  engine.catalog.referrers(label).flatMap(({ from, onDelete }) => (onDelete === 'handled' ? [from.app] : []));

/** Applications other than this one whose models may refer to what goes. */
export function foreignReferrers(engine: Engine, toDelete: ToDelete): string[] {
  const apps = [...toDelete].flatMap(([label, ids]) =>
    ids.size === 0 ? [] : [...relatedApps(engine, label), ...looselyReferring(engine, label)],
  );
  return [...new Set(apps)].filter((app) => app !== engine.app).sort();
}
