import { contentTypeNames, contentTypes } from '@plumbline/domain';
import type { ChangeRecord } from '@plumbline/engine';
import { inTransaction, system, systemScope, unitOfWork } from '@plumbline/engine';
import { primary } from '@plumbline/extensions';
import type { Identity } from '@plumbline/http';
import { bare, defineModel, f, type Row } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { expectStatus, startTestServices, type TestServices } from '@plumbline/testkit';
import { extrasService } from '../src';
import { queueRun } from '../src/jobs/queueRun';
import { scheduleRun } from '../src/jobs/scheduleRun';
import { standIns } from './standIns';

/** Stands for the models of other services. */
const Tenant = defineModel('tenancy.tenant', {
  endpoint: 'tenants',
  traits: [primary],
  title: 'tenant',
  fields: { name: f.text(255).unique() },
  filterable: ['name'],
});
const User = defineModel('users.user', {
  endpoint: 'users',
  traits: [{ slug: true }],
  fields: { username: f.text(150).unique() },
  naturalKey: ['username'],
  display: ({ username }) => String(username),
});

const Group = defineModel('auth.group', {
  app: 'users',
  endpoint: 'groups',
  traits: [bare],
  keyType: 'int',
  fields: {},
});

let plumbline: TestServices;
let ada: Identity;
beforeAll(async () => {
  plumbline = await startTestServices(
    [extrasService, { app: 'tenancy', models: [Tenant] }, { app: 'users', models: [User, Group] }, ...standIns],
    {},
    { contentTypes, contentTypeNames },
  );
  const user = await plumbline.request('POST', '/api/users/users/', { username: 'ada' });
  ada = { ...system, userId: user.body.id, username: 'ada' };
});
afterAll(() => plumbline?.stop());

const request = (method: string, path: string, body?: unknown) => plumbline.request(method, path, body, { as: ada });
const aTenant = async (): Promise<{ id: string; name: string; url: string }> => {
  const name = `tenant ${crypto.randomUUID()}`;
  const { body } = await request('POST', '/api/tenancy/tenants/', { name });
  return { id: body.id, name, url: `/api/tenancy/tenants/${body.id}/` };
};
const changesOf = async (id: string, query = '') =>
  (await request('GET', `/api/extras/object-changes/?changed_object_id=${id}${query}`)).body;

describe('the change log', () => {
  it('tells who did what to an object, newest first', async () => {
    const { id, name, url } = await aTenant();
    await request('PATCH', url, {});
    await request('DELETE', url);
    const { results } = await changesOf(id);
    expect(results.map(({ display }: { display: string }) => display)).toEqual([
      `tenancy | tenant ${name} deleted by ada`,
      `tenancy | tenant ${name} updated by ada`,
      `tenancy | tenant ${name} created by ada`,
    ]);
    expect(results[0]).toMatchObject({
      action: { value: 'delete', label: 'Deleted' },
      changed_object: null,
      changed_object_type: 'tenancy.tenant',
      change_context: 'web',
      user: { id: ada.userId },
      object_data: { name },
    });
  });

  it('lists the changes of one request in the order in which they were asked for', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `${crypto.randomUUID()} ${index}`);
    const made = await request(
      'POST',
      '/api/tenancy/tenants/',
      names.map((name) => ({ name })),
    );
    expect(made.status).toBe(201);
    const listed = async (query: string): Promise<string[]> => {
      const { results } = (await request('GET', `/api/extras/object-changes/?${query}`)).body;
      return results.map((change: { object_repr: string }) => change.object_repr);
    };
    expect(await listed('limit=20')).toEqual([...names].reverse());
    expect((await listed('limit=1000&sort=time')).slice(-20)).toEqual(names);
  });

  it('is searched by type, number of the type, user and action', async () => {
    const { id } = await aTenant();
    for (const [query, count] of [
      ['&changed_object_type=tenancy.tenant', 1],
      ['&changed_object_type=dcim.rack', 0],
      ['&changed_object_type=nonsense', 0],
      ['&changed_object_type_id=117', 1],
      ['&changed_object_type_id=5', 0],
      ['&changed_object_type_id__n=5', 1],
      ['&user=ada', 1],
      [`&user_id=${ada.userId}`, 1],
      ['&user__n=ada', 0],
      ['&action=create&action=update', 1],
      ['&action=delete', 0],
    ] as const)
      expect([query, (await changesOf(id, query)).count]).toEqual([query, count]);
  });

  it('names what a part belongs to', async () => {
    const label = `whole ${crypto.randomUUID()}`;
    const field = await request('POST', '/api/extras/custom-fields/', { label, type: 'select', content_types: [] });
    const choice = await request('POST', '/api/extras/custom-field-choices/', {
      custom_field: field.body.id,
      value: 'part',
    });
    const log = async ({ body: { id } }: { body: { id: string } }) =>
      (await request('GET', `/api/extras/object-changes/?changed_object_id=${id}`)).body.results[0];
    expect(await log(choice)).toMatchObject({
      related_object_type: 'extras.customfield',
      related_object_id: field.body.id,
    });
    expect(await log(field)).toMatchObject({ related_object_type: null, related_object_id: null });
  });

  it('has content types as their numbers in the flat data', async () => {
    const label = `kinds ${crypto.randomUUID()}`;
    const body = { label, source_type: 'dcim.rack', destination_type: 'tenancy.tenant' };
    const { id } = (await request('POST', '/api/extras/relationships/', body)).body;
    expect((await changesOf(id)).results[0]).toMatchObject({
      object_data: { source_type: 5, destination_type: 117 },
      object_data_v2: { source_type: 'dcim.rack', destination_type: 'tenancy.tenant' },
    });
    const template = { name: label, content_type: 'tenancy.tenant', template_code: 'x' };
    const owned = (await request('POST', '/api/extras/export-templates/', template)).body;
    expect((await changesOf(owned.id)).results[0].object_data).toMatchObject({
      content_type: 117,
      owner_content_type: null,
    });
  });

  it('names objects by 200 characters, none of them cut in two', async () => {
    const { body } = await request('POST', '/api/tenancy/tenants/', { name: `${'x'.repeat(199)}😀 and more` });
    const { results } = await changesOf(body.id);
    expect(results).toMatchObject([{ object_repr: `${'x'.repeat(199)}😀` }]);
  });

  it('cannot be written', async () => {
    for (const method of ['POST', 'PATCH', 'DELETE'])
      expect((await request(method, '/api/extras/object-changes/', {})).status).toBe(405);
  });

  it('takes in a change only once', async () => {
    const { id } = await aTenant();
    await changesOf(id);
    const { engine } = plumbline.services.get('extras')!;
    const record: ChangeRecord = {
      ...(
        await plumbline.bus.request<{ records: ChangeRecord[] }>(
          { app: 'tenancy', model: 'outbox', verb: 'read' },
          { after: 0 },
          { requestId: '', deadline: Date.now() + 60_000 },
        )
      ).records.find((one) => one.object_id === id)!,
    };
    const scope = {
      requestId: record.request_id,
      deadline: Date.now() + 60_000,
      base: '',
      identity: system,
      cost: { sql: 0, bus: 0 },
    };
    await extrasService.follow!.take(unitOfWork(engine, scope), [record, record]);
    expect((await changesOf(id)).count).toBe(1);
  });
});

describe('what was deleted', () => {
  it('is told from what never was, whichever version has recorded it', async () => {
    const { id, url } = await aTenant();
    const kept = await aTenant();
    await request('DELETE', url);
    const gone = () =>
      plumbline.bus.request<string[]>(
        { app: 'tenancy', model: 'service', verb: 'gone' },
        { label: 'tenancy.tenant', ids: [id, kept.id, crypto.randomUUID()] },
        { requestId: '', deadline: Date.now() + 60_000 },
      );
    expect(await gone()).toEqual([id]);
    const { database } = plumbline.services.get('tenancy')!.engine;
    // As processes of version 0.2 write it.
    const written = await database.run(
      sql.unsafe`UPDATE outbox SET action = NULL, object_id = NULL WHERE object_id = ${id}`,
    );
    expect(written).toBe(2);
    expect(await gone()).toEqual([id]);
  });
});

describe('notes', () => {
  const noteOn = async (url: string, note: string) => (await request('POST', `${url}notes/`, { note })).body;

  it('are written below their object, in the name of the caller', async () => {
    const { id, name, url } = await aTenant();
    const note = await noteOn(url, 'first');
    expect(note).toMatchObject({
      assigned_object_type: 'tenancy.tenant',
      assigned_object: { id },
      user_name: 'ada',
      user: { id: ada.userId },
      note: 'first',
    });
    expect(note.display).toMatch(new RegExp(`^${name} - .*\\+00:00$`));
    await noteOn(url, 'second');
    const page = (await request('GET', `${url}notes/?limit=1`)).body;
    expect([page.count, page.results.length, page.results[0].note]).toEqual([2, 1, 'first']);
    expect(page.next).toContain(`${url}notes/?limit=1&offset=1`);
  });

  it('refuse what is no note', async () => {
    const { url } = await aTenant();
    expect((await request('POST', `${url}notes/`, {})).body).toEqual({ note: ['This field is required.'] });
    expect((await request('POST', `${url}notes/`, { note: '' })).body).toEqual({
      note: ['This field may not be blank.'],
    });
    expect((await request('POST', `${url}notes/`, [{ note: 'x' }])).status).toBe(400);
  });

  it('go with their object, and the change log says so', async () => {
    const { id, url } = await aTenant();
    const notes = [await noteOn(url, 'soon gone'), await noteOn(url, 'gone as well')];
    await request('DELETE', url);
    const [deletion] = (await changesOf(id)).results;
    for (const note of notes) {
      const [gone, made] = (await changesOf(note.id)).results;
      expect((await request('GET', `/api/extras/notes/${note.id}/`)).status).toBe(404);
      expect(gone).toMatchObject({
        action: { value: 'delete' },
        user_name: 'ada',
        changed_object_type: 'extras.note',
        change_context_detail: 'tenancy-api:tenant-detail',
        object_repr: made.object_repr,
        object_data: made.object_data,
        object_data_v2: made.object_data_v2,
      });
    }
    const path = `/api/extras/object-changes/?request_id=${deletion.request_id}&sort=time`;
    const { results } = (await request('GET', path)).body;
    expect(results.map((change: { changed_object_id: string }) => change.changed_object_id)).toEqual([
      ...notes.map((note) => note.id),
      id,
    ]);
  });

  it('take the name of the user they are given to', async () => {
    const { url } = await aTenant();
    const note = await noteOn(url, 'x');
    const bob = (await request('POST', '/api/users/users/', { username: `bob ${crypto.randomUUID()}` })).body;
    const path = `/api/extras/notes/${note.id}/`;
    expect((await request('PATCH', path, { user: bob.id })).body).toMatchObject({ user_name: bob.username });
    expect((await request('PATCH', path, { user: null })).body).toMatchObject({ user: null, user_name: 'Undefined' });
  });

  it('may be about what is not there', async () => {
    const id = crypto.randomUUID();
    const body = { assigned_object_type: 'tenancy.tenant', assigned_object_id: id, note: 'x' };
    const note = (await request('POST', '/api/extras/notes/', body)).body;
    expect([note.assigned_object, note.display.slice(0, 7)]).toEqual([null, 'None - ']);
    expect(note.natural_slug).toContain(`tenancy_tenant_${id}_ada_`);
  });

  it.each(['contenttypes.contenttype', 'auth.group'])('may be about a %s, whose keys are numbers', async (type) => {
    const body = { assigned_object_type: type, assigned_object_id: crypto.randomUUID(), note: 'x' };
    const note = expectStatus(await request('POST', '/api/extras/notes/', body), 201).body;
    expect([note.assigned_object, note.display.slice(0, 7)]).toEqual([null, 'None - ']);
    const path = `/api/extras/notes/${note.id}/`;
    for (const again of [await request('PATCH', path, { note: 'y' }), await request('GET', `${path}?depth=1`)])
      expect(expectStatus(again, 200).body.assigned_object).toBeNull();
  });
});

describe('a user who is deleted meanwhile', () => {
  const userPath = ({ userId }: Identity) => `/api/users/users/${userId}/`;
  const aUser = async (): Promise<Identity> => {
    const { body } = await request('POST', '/api/users/users/', { username: `user ${crypto.randomUUID()}` });
    return { ...system, userId: body.id, username: body.username };
  };
  const gone = async (): Promise<Identity> => {
    const user = await aUser();
    expectStatus(await request('DELETE', userPath(user)), 204);
    return user;
  };
  const makeTenant = async (as: Identity): Promise<{ id: string; url: string }> => {
    const name = `tenant ${crypto.randomUUID()}`;
    const { body } = expectStatus(await plumbline.request('POST', '/api/tenancy/tenants/', { name }, { as }), 201);
    return { id: body.id, url: `/api/tenancy/tenants/${body.id}/` };
  };

  it('is named in the change log, and referred to no more', async () => {
    const user = await gone();
    const { id } = await makeTenant(user);
    expect((await changesOf(id)).results).toMatchObject([{ user: null, user_name: user.username }]);
  });

  it('is referred to when they are there after all, and what they did is waited for', async () => {
    const user = await aUser();
    const { database } = plumbline.services.get('users')!.engine;
    await database.run(sql.unsafe`
      INSERT INTO deleting_mark (label, object_id, operation, expires)
      VALUES ('users.user', ${user.userId}, ${crypto.randomUUID()}::uuid, now() + interval '2 seconds')`);
    const { id } = await makeTenant(user);
    expect((await changesOf(id)).results).toMatchObject([{ user: { id: user.userId } }]);
  });

  it('has written a note of which the rest may be changed', async () => {
    const user = await gone();
    const { url } = await makeTenant(ada);
    const made = expectStatus(await plumbline.request('POST', `${url}notes/`, { note: 'x' }, { as: user }), 201).body;
    expect(made).toMatchObject({ user: null, user_name: user.username });
    expectStatus(await request('PATCH', `/api/extras/notes/${made.id}/`, { note: 'y' }), 200);
  });

  it('has asked for runs and schedules that nobody is referred to by', async () => {
    const { userId: id, username } = await gone();
    const user = { id, username };
    const work = unitOfWork(plumbline.services.get('extras')!.engine, systemScope());
    const wanted = { values: {}, queue: 'default', files: new Map(), schedule: undefined, name: `by ${username}` };
    const [result, schedule] = await inTransaction(work, async (inner) => {
      const job = (await inner.sql.first<Row>(
        sql.unsafe`SELECT job.* FROM job WHERE job_class_name = 'ExportEverything'`,
      ))!;
      return [
        await queueRun(inner, { job, values: {}, queue: 'default', user }),
        await scheduleRun(inner, job, wanted, user),
      ];
    });
    const written = await work.sql.rows<Row>(sql.unsafe`
      SELECT "user" FROM jobresult WHERE id = ${result}::uuid
      UNION ALL SELECT "user" FROM scheduledjob WHERE id = ${schedule}::uuid`);
    expect(written).toEqual([{ user: null }, { user: null }]);
  });
});

describe('statuses, roles and tags', () => {
  it('are there from the start, and one that is deleted stays away', async () => {
    expect((await request('GET', '/api/extras/statuses/')).body.count).toBe(17);
    expect((await request('GET', '/api/extras/roles/')).body.count).toBe(8);
    const { results } = (await request('GET', '/api/extras/roles/?name=CARP')).body;
    await request('DELETE', `/api/extras/roles/${results[0].id}/`);
    const { engine } = plumbline.services.get('extras')!;
    const scope = { requestId: '', deadline: 0, base: '', identity: system, cost: { sql: 0, bus: 0 } };
    await extrasService.seed!(unitOfWork(engine, scope));
    expect((await request('GET', '/api/extras/roles/')).body.count).toBe(7);
  });

  it('count what carries a tag, and keep the content types of it', async () => {
    const tag = { name: `tag ${crypto.randomUUID()}`, content_types: ['tenancy.tenant', 'dcim.rack'] };
    const { id } = (await request('POST', '/api/extras/tags/', tag)).body;
    const path = `/api/extras/tags/${id}/`;
    await request('POST', '/api/tenancy/tenants/', { name: tag.name, tags: [id] });
    expect((await request('GET', path)).body.tagged_items).toBe(1);
    expect((await request('PATCH', path, { content_types: ['dcim.rack'] })).body).toEqual({
      content_types: ['Unable to remove tenancy.tenant. Dependent objects were found.'],
    });
    expect((await request('PATCH', path, { content_types: ['tenancy.tenant'] })).status).toBe(200);
    expect((await request('DELETE', path)).status).toBe(204);
    const [tenant] = (await request('GET', `/api/tenancy/tenants/?name=${tag.name}`)).body.results;
    expect(tenant.tags).toEqual([]);
  });

  it('are found by content types: all of them, or for roles any', async () => {
    const all = async (path: string) => (await request('GET', `/api/extras/${path}`)).body;
    expect(
      (await all('statuses/?content_types=dcim.rack&content_types=dcim.cable')).results.map(
        ({ name }: { name: string }) => name,
      ),
    ).toEqual(['Planned']);
    expect((await all('roles/?content_types=dcim.rack&content_types=ipam.ipaddress')).count).toBeGreaterThan(5);
    expect((await all('statuses/?content_types__ic=rack')).content_types__ic).toHaveLength(1);
  });
});

test('content types can be seen by whoever has signed in, under the numbers they have in the contract', async () => {
  const nobody: Identity = { ...ada, isSuperuser: false, userId: crypto.randomUUID() };
  const { body } = await plumbline.request('GET', '/api/extras/content-types/?app_label=dcim&model=rack', undefined, {
    as: nobody,
  });
  expect(body.results).toMatchObject([{ id: 5, display: 'dcim | rack' }]);
  expect(
    (await plumbline.request('GET', '/api/extras/content-types/?limit=1', undefined, { as: nobody })).body.count,
  ).toBe(129);
});
