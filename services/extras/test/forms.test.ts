import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentTypeNames, contentTypes } from '@plumbline/domain';
import { expectStatus, factsFolder, startTestServices, type TestServices } from '@plumbline/testkit';
import { extrasService } from '../src';

const folder = factsFolder();

describe('forms of OPTIONS compared with the facts of the contract', () => {
  if (!folder) {
    it.skip('PLUMBLINE_REFERENCE names no folder of facts: NOTHING WAS COMPARED', () => undefined);
    return;
  }
  let plumbline: TestServices;
  beforeAll(async () => {
    plumbline = await startTestServices([extrasService], { logLevel: 'error' }, { contentTypes, contentTypeNames });
  });
  afterAll(() => plumbline?.stop());

  const property = async (endpoint: string, name: string) =>
    expectStatus(await plumbline.request('OPTIONS', `/api/extras/${endpoint}/`), 200).body.schema.properties[name];
  const facts = (endpoint: string, name: string) =>
    JSON.parse(readFileSync(join(folder, 'options', `extras.${endpoint}.json`), 'utf8')).schema.properties[name];

  it.each([
    ['notes', 'created'],
    ['object-changes', 'time'],
  ])('what %s are dated with is proposed', async (endpoint, name) => {
    const { default: moment, ...rest } = facts(endpoint, name);
    expect(await property(endpoint, name)).toEqual({ ...rest, default: expect.stringMatching(/Z$/) });
    expect(moment).toMatch(/Z$/);
  });
});
