import type { ServiceDefinition } from '@plumbline/engine';
import { brokenNames, type Catalog, type Manifest, manifestOf } from '@plumbline/model';
import { brokenPanels, brokenValidators } from '@plumbline/serving';

/** What is wrong with an app among all others: its names lead nowhere, or mean something else already. */
export function clashesOf(service: ServiceDefinition, catalog: Catalog): string[] {
  const { app, models, follow } = service;
  const others = catalog.manifests.filter((manifest) => manifest.app !== app);
  const followed = !follow || follow.of === 'everything' ? [] : follow.of;
  return [
    ...brokenNames(models, catalog),
    ...followed.filter((label) => !catalog.find(label)).map((label) => `${app}: follow names ${label}`),
    ...brokenValidators(service, catalog),
    ...brokenPanels(service, catalog),
    ...models.map(manifestOf).flatMap((manifest) => [...takenWords(manifest, others), ...takenEnds(manifest, catalog)]),
  ];
}

/** Descriptions of the API, GraphQL and menus call the objects of a model by these. */
function takenWords({ label, className, title, plural }: Manifest, others: readonly Manifest[]): string[] {
  const words = [className, title, plural];
  return others.flatMap((other) =>
    [other.className, other.title, other.plural].flatMap((word, index) =>
      word.toLowerCase() === words[index]!.toLowerCase()
        ? [`${label} is called ${words[index]}, and so is ${other.label}.`]
        : [],
    ),
  );
}

/** What its relations are called seen from the other end, where something there is called so already. */
function takenEnds({ label, relations }: Manifest, catalog: Catalog): string[] {
  return relations.flatMap(({ field, to, reverse }) => {
    const target = catalog.find(to);
    if (reverse === undefined || !target) return [];
    const isField = [...target.columns, ...target.onlyShown].includes(reverse);
    const others = catalog
      .referrers(to)
      .filter((other) => other.reverse === reverse && (other.from.label !== label || other.field !== field));
    // What several go by already, as all that is tagged, finds none of them in particular.
    return isField || others.length === 1
      ? [`${label}: ${field} is ${reverse} seen from ${to}, which has something of that name.`]
      : [];
  });
}
