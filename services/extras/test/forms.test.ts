import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentTypes } from '@plumbline/contracts';
import { expectStatus, factsFolder, type Realm, startRealm } from '@plumbline/testkit';
import { extrasService } from '../src';

const folder = factsFolder();

describe('forms of OPTIONS compared with the facts of the contract', () => {
  if (!folder) {
    it.skip('PLUMBLINE_REFERENCE names no folder of facts: NOTHING WAS COMPARED', () => undefined);
    return;
  }
  let realm: Realm;
  beforeAll(async () => {
    realm = await startRealm([extrasService], { logLevel: 'error' }, contentTypes);
  });
  afterAll(() => realm?.stop());

  const property = async (endpoint: string, name: string) =>
    expectStatus(await realm.request('OPTIONS', `/api/extras/${endpoint}/`), 200).body.schema.properties[name];
  const facts = (endpoint: string, name: string) =>
    JSON.parse(readFileSync(join(folder, 'options', `extras.${endpoint}.json`), 'utf8')).schema.properties[name];

  const choicesOf = (shown: { enum?: string[]; items?: { enum: string[] } }) => shown.enum ?? shown.items?.enum;

  it.each([
    ['tags', 'content_types'],
    ['dynamic-groups', 'content_type'],
    ['statuses', 'content_types'],
    ['computed-fields', 'content_type'],
  ])('the content types of %s stand in its order', async (endpoint, name) =>
    expect(choicesOf(await property(endpoint, name))).toEqual(choicesOf(facts(endpoint, name))),
  );

  it.each([
    ['notes', 'created'],
    ['object-changes', 'time'],
  ])('what %s are dated with is proposed', async (endpoint, name) => {
    const { default: moment, ...rest } = facts(endpoint, name);
    expect(await property(endpoint, name)).toEqual({ ...rest, default: expect.stringMatching(/Z$/) });
    expect(moment).toMatch(/Z$/);
  });
});
