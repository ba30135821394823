import {
  createTestDatabase,
  expectStatus,
  signedIn,
  superuser,
  type TestDatabase,
  type TestServices,
} from '@plumbline/testkit';
import { eventually } from '../harness/eventually';
import { startEveryService } from '../models/everyService';

describe('A process that hears nothing of what another of its service has taken in', () => {
  let database: TestDatabase;
  let plumbline: TestServices;
  /** On the same database, over a bus of its own. */
  let deaf: TestServices;
  let tenant: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    plumbline = await startEveryService({ databaseUrl: database.url });
    deaf = await startEveryService({ databaseUrl: database.url });
    tenant = (await make('tenancy/tenants', { name: 'anna' })).id;
    await define('first');
    await untilKnown('first');
  });
  afterAll(async () => {
    await deaf?.stop();
    await plumbline?.stop();
    await database?.drop();
  });

  const ask = async (services: TestServices, method: string, path: string, body?: object) =>
    services.request(method, `/api/${path}`, body, { as: await signedIn(services, superuser.apiToken) });
  const make = async (path: string, body: object) =>
    expectStatus(await ask(plumbline, 'POST', `${path}/`, body), 201).body;
  const define = async (key: string) => {
    await make('extras/custom-fields', { label: key, key, type: 'text', content_types: ['tenancy.tenant'] });
    await make('extras/computed-fields', { label: key, key, content_type: 'tenancy.tenant', template: key });
    await make('extras/relationships', {
      label: key,
      key,
      type: 'many-to-many',
      source_type: 'tenancy.tenant',
      destination_type: 'dcim.device',
    });
  };
  const shown = async (): Promise<object[]> => {
    const path = `tenancy/tenants/${tenant}/?include=computed_fields,relationships`;
    const { custom_fields, computed_fields, relationships } = expectStatus(await ask(deaf, 'GET', path), 200).body;
    return [custom_fields, computed_fields, relationships];
  };
  const untilKnown = (key: string) =>
    eventually(`it knows ${key}`, 10_000, async () => (await shown()).every((part) => key in part));

  it('knows new definitions all the same, before long', async () => {
    await define('second');
    await untilKnown('second');
    const sent = { custom_fields: { second: 'written' } };
    const { body } = expectStatus(await ask(deaf, 'PATCH', `tenancy/tenants/${tenant}/`, sent), 200);
    expect(body.custom_fields).toEqual({ first: null, second: 'written' });
  });

  it('knows when there are none any more', async () => {
    for (const path of ['custom-fields', 'computed-fields', 'relationships']) {
      const { body } = await ask(plumbline, 'GET', `extras/${path}/`);
      for (const { id } of body.results) expectStatus(await ask(plumbline, 'DELETE', `extras/${path}/${id}/`), 204);
    }
    await eventually('it knows nothing', 10_000, async () =>
      (await shown()).every((part) => Object.keys(part).length === 0),
    );
  });

  it('leaves values of the first definition alone before it knows of it', async () => {
    const path = `tenancy/tenants/${tenant}/`;
    await define('late');
    const sent = { custom_fields: { late: 'written' } };
    const late = (answer: Awaited<ReturnType<typeof ask>>) => answer.body.custom_fields.late;
    await eventually(
      'the other one knows it',
      10_000,
      async () => late(expectStatus(await ask(plumbline, 'PATCH', path, sent), 200)) === 'written',
    );
    expectStatus(await ask(deaf, 'PATCH', path, { description: 'changed' }), 200);
    expect(late(await ask(plumbline, 'GET', path))).toBe('written');
  });
});
