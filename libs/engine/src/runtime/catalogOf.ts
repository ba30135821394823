import { Catalog, type CatalogOptions, type Model, manifestOf } from '@plumbline/model';
import type { Extensions } from '../core/extension';
import type { ServiceDefinition } from '../core/service';
import { definitionsFor } from '../sync/syncDefinitions';

/** What the catalog takes of a service. */
export type CatalogedService = Pick<ServiceDefinition, 'app' | 'models' | 'follow'>;

/** All models of these services, and who follows them, as each of the services knows it. */
export function catalogOf(
  services: readonly CatalogedService[],
  extensions: Extensions,
  contract: Pick<CatalogOptions, 'contentTypes' | 'contentTypeNames'> = {},
): Catalog {
  const manifests = services.flatMap(({ models }) => models.map(manifestOf));
  return new Catalog(manifests, { ...contract, followers: followersOf(services, extensions) });
}

/**
 * By model, the applications that follow it by name. Who follows everything, as the change log does, is not waited for:
 * those who read there take in first what there is.
 */
function followersOf(services: readonly CatalogedService[], extensions: Extensions): Map<string, string[]> {
  const catalog = byLabel(services.flatMap(({ models }) => models));
  const followers = new Map<string, string[]>();
  for (const { app, models, follow } of services) {
    const definitions = definitionsFor(
      { models: byLabel(models), catalog: { find: (label) => catalog.get(label) } },
      extensions.followed,
    );
    const own = !follow || follow.of === 'everything' ? [] : follow.of;
    for (const label of new Set([...own, ...definitions.flatMap(({ models: sources }) => sources)]))
      followers.set(label, [...(followers.get(label) ?? []), app]);
  }
  return followers;
}

const byLabel = (models: readonly Model[]): ReadonlyMap<string, Model> =>
  new Map(models.map((model) => [model.label, model]));
