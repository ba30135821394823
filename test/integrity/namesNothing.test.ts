import type { Identity } from '@plumbline/http';
import { aPicture, aUser, dataUrlOf, expectStatus, signedIn, superuser, type TestServices } from '@plumbline/testkit';
import { startEveryService } from '../models/everyService';

let plumbline: TestServices;
let admin: Identity;
beforeAll(async () => {
  plumbline = await startEveryService();
  admin = await signedIn(plumbline, superuser.apiToken);
});
afterAll(() => plumbline?.stop());

const send = async (status: number, method: string, path: string, body?: unknown, as: Identity = admin) =>
  expectStatus(await plumbline.request(method, `/api/${path}`, body, { as }), status).body;
const make = (path: string, body: unknown) => send(201, 'POST', path, body);
const remove = (path: string) => send(204, 'DELETE', path);

/**
 * What names objects in text takes no part in their deletions (docs/adr/0040-loose-references-take-part-in-deletions.md): that the
 * object is gone does no harm.
 */
describe('What names an object that is gone', () => {
  it('lets nothing pass, as the filter of a dynamic group', async () => {
    const tenant = await make('tenancy/tenants/', { name: 'grouped' });
    const namespace = await make('ipam/namespaces/', { name: 'grouping' });
    const prefix = { prefix: '10.0.0.0/8', namespace: namespace.id, status: 'Active', tenant: tenant.id };
    const { id } = await make('ipam/prefixes/', prefix);
    const content = { content_type: 'ipam.prefix', filter: { tenant: ['grouped'] } };
    const group = await make('extras/dynamic-groups/', { name: 'of the tenant', ...content });
    const members = `extras/dynamic-groups/${group.id}/members/`;
    expect((await send(200, 'GET', members)).count).toBe(1);
    await send(200, 'PATCH', `ipam/prefixes/${id}/`, { tenant: null });
    await remove(`tenancy/tenants/${tenant.id}/`);
    expect((await send(200, 'GET', members)).count).toBe(0);
    await send(200, 'PATCH', `extras/dynamic-groups/${group.id}/`, { description: 'still writable' });
    await send(200, 'GET', `ipam/prefixes/${id}/`);
    await remove(`extras/dynamic-groups/${group.id}/`);
  });

  it('lets nothing pass, as the filter of a relationship', async () => {
    const group = await make('tenancy/tenant-groups/', { name: 'related' });
    const relationship = await make('extras/relationships/', {
      label: 'Related',
      type: 'many-to-many',
      source_type: 'tenancy.tenant',
      source_filter: { tenant_group: ['related'] },
      destination_type: 'circuits.provider',
    });
    await remove(`tenancy/tenant-groups/${group.id}/`);
    const tenant = await make('tenancy/tenants/', { name: 'unrelated' });
    const shown = await send(200, 'GET', `tenancy/tenants/${tenant.id}/?include=relationships`);
    expect(shown.relationships).toEqual({});
    await send(200, 'PATCH', `extras/relationships/${relationship.id}/`, { description: 'still writable' });
    await remove(`extras/relationships/${relationship.id}/`);
  });

  it('permits nothing, as a constraint of a permission', async () => {
    const tenant = await make('tenancy/tenants/', { name: 'permitted' });
    const constraints = { id: tenant.id };
    const user = await aUser(plumbline, admin, [{ object_types: ['tenancy.tenant'], actions: ['view'], constraints }]);
    expect((await send(200, 'GET', 'tenancy/tenants/', undefined, user)).count).toBe(1);
    await remove(`tenancy/tenants/${tenant.id}/`);
    expect((await send(200, 'GET', 'tenancy/tenants/', undefined, user)).count).toBe(0);
  });

  it('finds nothing, as a saved query, and tells of a custom field that is gone', async () => {
    const field = await make('extras/custom-fields/', {
      label: 'Queried',
      type: 'text',
      content_types: ['tenancy.tenant'],
    });
    const query = 'query { tenants(name: ["nobody"]) { name cf_queried } }';
    const saved = await make('extras/graphql-queries/', { name: 'about tenants', query });
    const run = () => send(200, 'POST', `extras/graphql-queries/${saved.id}/run/`, {});
    expect(await run()).toEqual({ data: { tenants: [] } });
    await remove(`extras/custom-fields/${field.id}/`);
    expect((await run()).errors).toHaveLength(1);
  });

  it('shows nothing of it, as a computed field', async () => {
    const template = '[{{ obj.cf.told }}]';
    const field = await make('extras/custom-fields/', {
      label: 'Told',
      type: 'text',
      default: 'news',
      content_types: ['tenancy.tenant'],
    });
    const computed = { label: 'Telling', content_type: 'tenancy.tenant', template, fallback_value: 'none' };
    await make('extras/computed-fields/', computed);
    const tenant = await make('tenancy/tenants/', { name: 'telling' });
    const path = `tenancy/tenants/${tenant.id}/?include=computed_fields`;
    expect((await send(200, 'GET', path)).computed_fields).toEqual({ telling: '[news]' });
    await remove(`extras/custom-fields/${field.id}/`);
    expect((await send(200, 'GET', path)).computed_fields).toEqual({ telling: '[]' });
  });
});

/** A token is seen by its owner alone: to other services it is as if it were not there. */
describe('What names an object that its service alone knows of', () => {
  let token: string;
  beforeAll(async () => {
    token = (await make('users/tokens/', { description: 'of the administrator' })).id;
  });

  it('is written and shown without it, as a note', async () => {
    const content = { assigned_object_type: 'users.token', assigned_object_id: token, note: 'about a key' };
    const { id, display } = await make('extras/notes/', content);
    expect(display).toMatch(/^None - 20/);
    const { results } = await send(200, 'GET', `extras/notes/?assigned_object_id=${token}&depth=1`);
    expect(results).toMatchObject([{ id, assigned_object: null }]);
    await send(200, 'PATCH', `extras/notes/${id}/`, { note: 'still writable' });
    await remove(`extras/notes/${id}/`);
  });

  it('is refused, as a picture of it', async () => {
    const content = { content_type: 'users.token', object_id: token, image: dataUrlOf(aPicture(1, 1), 'dot.png') };
    const { non_field_errors } = await send(400, 'POST', 'extras/image-attachments/', content);
    expect(non_field_errors).toEqual([`Invalid parent object: users.token ID ${token}`]);
  });
});
