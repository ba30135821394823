import { contentTypeNames, contentTypes } from '@plumbline/domain';
import { systemScope, unitOfWork } from '@plumbline/engine';
import { primary } from '@plumbline/extensions';
import { defineModel, f } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { expectStatus, startTestServices, type TestServices } from '@plumbline/testkit';
import { extrasService } from '../src';

/** Stands for a model that the contract does not have. */
const SoftwareVersion = defineModel('dcim.softwareversion', {
  endpoint: 'software-versions',
  title: 'software version',
  traits: [primary],
  fields: {
    name: f.text(100).unique(),
    status: f.ref('extras.status', { onlyFor: 'dcim.softwareversion' }),
  },
});

const label = 'dcim.softwareversion';
const number = 317_794_443;

let plumbline: TestServices;
beforeAll(async () => {
  plumbline = await startTestServices(
    [extrasService, { app: 'dcim', models: [SoftwareVersion] }],
    {},
    { contentTypes, contentTypeNames },
  );
});
afterAll(() => plumbline?.stop());

const get = async (path: string) => expectStatus(await plumbline.request('GET', `/api/${path}`), 200).body;
const make = async (path: string, body: object) =>
  expectStatus(await plumbline.request('POST', `/api/${path}/`, body), 201).body;

describe('A model that the contract does not have', () => {
  it('is a content type, with a number of its own and the title of the model', async () => {
    const { results } = await get('extras/content-types/?app_label=dcim&model=softwareversion');
    expect(results).toMatchObject([{ id: number, display: 'dcim | software version' }]);
    expect((await get(`extras/content-types/${number}/`)).model).toBe('softwareversion');
  });

  it('can be named by whatever its traits say, and its objects carry it', async () => {
    await make('extras/statuses', { name: 'Supported', content_types: [label] });
    await make('extras/tags', { name: 'beta', content_types: [label] });
    await make('extras/custom-fields', { label: 'Digest', type: 'text', content_types: [label] });
    for (const [path, body] of [
      ['webhooks', { content_types: [label], payload_url: 'http://192.0.2.1/', type_create: false, type_delete: true }],
      ['custom-links', { content_type: label, text: 'x', target_url: 'http://192.0.2.1/', new_window: true }],
      ['export-templates', { content_type: label, template_code: 'x' }],
    ] as const)
      await make(`extras/${path}`, { name: 'About versions', ...body });
    const version = await make('dcim/software-versions', { name: '17.3.1', status: 'Supported', tags: ['beta'] });
    expect(version).toMatchObject({ tags: [{}], custom_fields: { digest: null } });
    expect((await get(`extras/tags/?content_types=${label}`)).count).toBe(1);
    expect((await get(`extras/export-templates/?content_type=${number}`)).results).toMatchObject([
      { display: 'dcim | software version: About versions' },
    ]);
  });

  it('cannot be named by what its traits do not say', async () => {
    const answer = await plumbline.request('POST', '/api/extras/dynamic-groups/', {
      name: 'Versions',
      content_type: label,
      filter: {},
    });
    expect([answer.status, answer.body]).toEqual([400, { content_type: [`Invalid content type: ${label}`] }]);
    expect((await plumbline.request('GET', `/api/extras/roles/?content_types=${label}`)).status).toBe(400);
  });

  it('stands in the change log under its number', async () => {
    const { id } = await make('extras/tags', { name: 'numbered', content_types: [label] });
    const { results } = await get(`extras/object-changes/?changed_object_id=${id}`);
    expect(results[0].object_data.content_types).toEqual([number]);
    const version = await make('dcim/software-versions', { name: '17.3.2', status: 'Supported' });
    const logged = await get(`extras/object-changes/?changed_object_type_id=${number}&changed_object_id=${version.id}`);
    expect(logged.results).toMatchObject([{ display: expect.stringMatching(/^dcim \| software version 17\.3\.2 /) }]);
  });

  it('is offered where content types are chosen', async () => {
    const answer = await plumbline.request('OPTIONS', '/api/extras/statuses/');
    const { enum: labels, enumNames } = answer.body.schema.properties.content_types.items;
    expect([labels, enumNames]).toEqual([[label], ['dcim | software version']]);
  });
});

test('a model that the contract comes to have is listed once, under its new number, from the next start on', async () => {
  const work = unitOfWork(plumbline.services.get('extras')!.engine, systemScope());
  await work.sql.run(sql.unsafe`UPDATE contenttype SET id = 600000000 WHERE app_label = 'dcim' AND model = 'rack'`);
  await extrasService.seed!(work);
  const { results } = await get('extras/content-types/?app_label=dcim&model=rack');
  expect(results).toMatchObject([{ id: 5 }]);
});
