import { contentTypeNames, contentTypes } from '@plumbline/domain';
import { catalogOfManifests, type ServiceDefinition, serviceManifestOf } from '@plumbline/engine';
import { registered } from '@plumbline/extensions';
import { modelCatalog } from '@plumbline/serving';
import { ownServices } from '../src/start/services';

test('what services say of themselves in a message makes the catalog that their models make', () => {
  const said = ownServices.all.map((service) =>
    JSON.parse(JSON.stringify(serviceManifestOf(service, registered.extensions))),
  );
  const learnt = catalogOfManifests(said, { contentTypes, contentTypeNames });
  const own = modelCatalog(ownServices.all);
  expect(learnt.manifests).toEqual(own.manifests);
  expect(learnt.contentTypes).toEqual(own.contentTypes);
  for (const { label } of own.manifests) {
    expect([label, learnt.followers(label)]).toEqual([label, own.followers(label)]);
    expect([label, learnt.referrers(label)]).toEqual([label, own.referrers(label)]);
  }
  expect(learnt.followers('extras.customfield')).toContain('ipam');
});

test('rules on models of others are said along, for each of the models', () => {
  const ruling: ServiceDefinition = {
    ...ownServices.of('circuits'),
    validators: [
      { of: 'ipam.vlan', columns: ['vid'], judge: () => [] },
      { of: 'ipam.prefix', columns: ['type'], on: ['change'], judge: () => [] },
    ],
  };
  const said = [ruling, ownServices.of('ipam')].map((service) =>
    JSON.parse(JSON.stringify(serviceManifestOf(service, registered.extensions))),
  );
  const learnt = catalogOfManifests(said, { contentTypes, contentTypeNames });
  expect(learnt.validators('ipam.vlan')).toEqual([{ app: 'circuits', columns: ['vid'], on: ['create', 'change'] }]);
  expect(learnt.validators('ipam.prefix')).toEqual([{ app: 'circuits', columns: ['type'], on: ['change'] }]);
  expect(learnt.validators('ipam.vrf')).toEqual([]);
});
