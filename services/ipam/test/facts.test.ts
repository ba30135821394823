import { differencesFromFacts, factsFolder } from '@plumbline/testkit';
import { ipamService } from '../src';

const folder = factsFolder();
const endpoints = ipamService.models.filter((model) => model.endpoint);

const onPurpose: Record<string, Parameters<typeof differencesFromFacts>[2]> = {
  'ipam.prefix': { addedKeys: ['family'], addedFilters: ['family'] },
  'ipam.ipaddress': { addedKeys: ['family', 'vrf'], addedFilters: ['family'] },
  // The facts name them, but the table has no such columns and the reference answers 500.
  'ipam.ipaddresstointerface': { missingFilters: ['created', 'last_updated'] },
};

if (!folder) console.warn('The contract facts are not there: set PLUMBLINE_REFERENCE to compare the models with them.');

(folder ? test : test.skip).each(endpoints)('$label is as the facts say', (model) => {
  expect(differencesFromFacts(folder!, model, onPurpose[model.label])).toEqual([]);
});
