import { contentTypeNames, contentTypes, releasedReferrers } from '@plumbline/domain';
import { catalogOf, catalogOfManifests, type ServiceDefinition, serviceManifestOf } from '@plumbline/engine';
import { registered } from '@plumbline/extensions';
import { brokenNames, type Catalog } from '@plumbline/model';
import { knownServices } from '@plumbline/process';
import { brokenPanels } from './brokenPanels';
import { brokenValidators } from './brokenValidators';

const contract = { contentTypes, contentTypeNames, releasedReferrers };

/** All models of these services, as each of them knows them. Throws when two content types come to have the same number. */
export const catalogAmong = (services: readonly ServiceDefinition[]): Catalog =>
  catalogOf(services, registered.extensions, contract);

/** The same; throws when a model of one of `checked` names what is not there. */
export const modelCatalog = (
  services: readonly ServiceDefinition[],
  checked: readonly ServiceDefinition[] = services,
): Catalog => refuseBroken(checked, catalogAmong(services));

/** The same of one service whose siblings are not here: of these, what they said of themselves when this version was built. */
export function catalogBeside(service: ServiceDefinition): Catalog {
  const siblings = knownServices().filter(({ app }) => app !== service.app);
  const manifests = [serviceManifestOf(service, registered.extensions), ...siblings];
  return refuseBroken([service], catalogOfManifests(manifests, contract));
}

function refuseBroken(checked: readonly ServiceDefinition[], catalog: Catalog): Catalog {
  const broken = [
    ...brokenNames(
      checked.flatMap(({ models }) => models),
      catalog,
    ),
    ...checked.flatMap((service) => [
      ...brokenSubscriptions(service, catalog),
      ...brokenValidators(service, catalog),
      ...brokenPanels(service, catalog),
    ]),
  ];
  if (broken.length > 0) throw new Error(`Models name what is not there:\n${broken.join('\n')}`);
  return catalog;
}

/** The models a service follows that are not there, each as a line. */
function brokenSubscriptions({ app, follow }: ServiceDefinition, catalog: Catalog): string[] {
  const labels = !follow || follow.of === 'everything' ? [] : follow.of;
  return labels.filter((label) => !catalog.find(label)).map((label) => `${app}: follow names ${label}`);
}
