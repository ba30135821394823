import { Catalog, type CatalogOptions, type ValidatorFact } from '@plumbline/model';
import type { Extensions } from '../core/extensions/extension';
import { type CatalogedService, type ServiceManifest, serviceManifestOf } from './serviceManifest';

/** What a catalog takes of the contract. */
type Contract = Pick<CatalogOptions, 'contentTypes' | 'contentTypeNames' | 'releasedReferrers'>;

/** All models of the services whose manifests these are, and who follows them, as each of the services knows it. */
export const catalogOfManifests = (services: readonly ServiceManifest[], contract: Contract = {}): Catalog =>
  new Catalog(
    services.flatMap(({ models }) => models),
    { ...contract, followers: followersOf(services), validators: validatorsOf(services) },
  );

/** The same of services that are here. */
export const catalogOf = (
  services: readonly CatalogedService[],
  extensions: Extensions,
  contract: Contract = {},
): Catalog =>
  catalogOfManifests(
    services.map((service) => serviceManifestOf(service, extensions)),
    contract,
  );

/** By model, the applications that follow it by name. */
function followersOf(services: readonly ServiceManifest[]): Map<string, string[]> {
  const followers = new Map<string, string[]>();
  for (const { app, follows } of services)
    for (const label of follows) followers.set(label, [...(followers.get(label) ?? []), app]);
  return followers;
}

/** By model, the rules that services other than its own have on it. */
function validatorsOf(services: readonly ServiceManifest[]): Map<string, ValidatorFact[]> {
  const validators = new Map<string, ValidatorFact[]>();
  for (const { app, validates } of services)
    for (const [label, fact] of validates) validators.set(label, [...(validators.get(label) ?? []), { app, ...fact }]);
  return validators;
}
