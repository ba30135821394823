import type { Catalog } from '@plumbline/model';
import type { ToDelete } from '../../core/deletions/toDelete';
import type { Engine } from '../../core/engine';
import { looselyReferring } from './looseReferences';

/** Applications whose models have relations that may point at objects of a model. */
export const relatedApps = ({ catalog }: Pick<Engine, 'catalog'>, label: string): string[] => [
  ...new Set(catalog.referrers(label).map(({ from }) => from.app)),
];

/** Those of them that handle it themselves when what they refer to goes. */
export const handlingApps = (engine: Engine, label: string): string[] =>
  engine.catalog.referrers(label).flatMap(({ from, onDelete }) => (onDelete === 'handled' ? [from.app] : []));

/** Applications that an owner of these models does not ask before their objects go, where it is of a release that cannot be told of more. */
export function unaskedByRelease(catalog: Catalog, labels: readonly string[]): string[] {
  const asked = new Set(labels.flatMap((label) => [catalog.find(label)?.app, ...catalog.askedByRelease(label)]));
  return [...new Set(catalog.manifests.map(({ app }) => app))].filter((app) => !asked.has(app));
}

/** Those of them that refer to one of the models. */
export const referrersUnknownToRelease = (catalog: Catalog, labels: readonly string[]): string[] =>
  unaskedByRelease(catalog, labels).filter((app) =>
    labels.some((label) => relatedApps({ catalog }, label).includes(app)),
  );

/** Applications other than this one whose models may refer to what goes. */
export function foreignReferrers(engine: Engine, toDelete: ToDelete): string[] {
  const apps = [...toDelete].flatMap(([label, ids]) =>
    ids.size === 0 ? [] : [...relatedApps(engine, label), ...looselyReferring(engine, label)],
  );
  return [...new Set(apps)].filter((app) => app !== engine.app).sort();
}
