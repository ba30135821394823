import { differencesFromFacts, factsFolder, isOfContract } from '@plumbline/testkit';
import { ipamService } from '../src';

const folder = factsFolder();
const endpoints = ipamService.models.filter((model) => !folder || isOfContract(folder, model));

const onPurpose: Record<string, Parameters<typeof differencesFromFacts>[2]> = {
  'ipam.prefix': { addedKeys: ['family'], addedFilters: ['family'] },
  'ipam.ipaddress': { addedKeys: ['family', 'vrf'], addedFilters: ['family'] },
};

if (!folder) console.warn('The contract facts are not there: set PLUMBLINE_REFERENCE to compare the models with them.');

(folder ? test : test.skip).each(endpoints)('$label is as the facts say', (model) => {
  expect(differencesFromFacts(folder!, model, onPurpose[model.label])).toEqual([]);
});
