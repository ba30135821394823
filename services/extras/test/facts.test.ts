import { type Deviations, differencesFromFacts, factsFolder } from '@plumbline/testkit';
import { extrasService } from '../src';

const folder = factsFolder();

const deviations: Record<string, Deviations> = {
  // The reference answers 500: its table has no such columns.
  'extras.dynamicgroupmembership': { missingFilters: ['created', 'last_updated'] },
};

describe('models compared with the facts of the contract', () => {
  if (!folder) {
    it.skip('PLUMBLINE_REFERENCE names no folder of facts: NOTHING WAS COMPARED', () => undefined);
    return;
  }
  for (const model of extrasService.models.filter(({ endpoint }) => endpoint))
    it(model.label, () => expect(differencesFromFacts(folder, model, deviations[model.label])).toEqual([]));
});
