import { type Deviations, differencesFromFacts, factsFolder, isOfContract } from '@plumbline/testkit';
import { tenancyService } from '../src';

const folder = factsFolder();

const deviations: Record<string, Deviations> = {};

describe('models compared with the facts of the contract', () => {
  if (!folder) {
    it.skip('PLUMBLINE_REFERENCE names no folder of facts: NOTHING WAS COMPARED', () => undefined);
    return;
  }
  for (const model of tenancyService.models.filter((model) => isOfContract(folder, model)))
    it(model.label, () => expect(differencesFromFacts(folder, model, deviations[model.label])).toEqual([]));
});
