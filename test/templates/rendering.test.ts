import type { Identity } from '@plumbline/http';
import { aUser, expectStatus, signedIn, superuser, type TestServices } from '@plumbline/testkit';
import { startEveryService } from '../models/everyService';

let plumbline: TestServices;
let admin: Identity;
let tenant: { id: string };
let serial = 0;
beforeAll(async () => {
  plumbline = await startEveryService();
  admin = await signedIn(plumbline, superuser.apiToken);
  const group = await make('/api/tenancy/tenant-groups/', { name: 'customers' });
  tenant = await make('/api/tenancy/tenants/', { name: 'Acme', tenant_group: group.id });
  await make('/api/tenancy/tenants/', { name: 'Hidden' });
});
afterAll(() => plumbline?.stop());

const call = (method: string, path: string, body?: unknown, as = admin) =>
  plumbline.request(method, path, body, { as });
const make = async (path: string, body: object) => expectStatus(await call('POST', path, body), 201).body;

/** Somebody who may look at what the permissions say. */
const somebody = (...permissions: { object_types: string[]; constraints?: object }[]) =>
  aUser(
    plumbline,
    admin,
    permissions.map((permission) => ({ actions: ['view'], ...permission })),
  );

describe('Custom links', () => {
  const aLink = (text: string, target_url: string, more: object = {}) =>
    make('/api/extras/custom-links/', {
      name: `${text} ${target_url}`.slice(0, 100),
      content_type: 'tenancy.tenant',
      text,
      target_url,
      new_window: false,
      ...more,
    });
  const linksOf = (id: string, as = admin, content_type = 'tenancy.tenant') =>
    call('GET', `/api/extras/rendered-custom-links/?content_type=${content_type}&object_id=${id}`, undefined, as);

  it('are made of their object, in order, without those that have no text', async () => {
    await aLink('{{ obj.name }}', 'https://crm.example.com/{{ obj.tenant_group.name }}/{{ obj.id }}', {
      weight: 2,
      group_name: 'CRM',
      button_class: 'primary',
      new_window: true,
    });
    await aLink('{% if obj.name == "Other" %}Only theirs{% endif %}', 'https://example.com/');
    await aLink('Manual', '/docs/', { weight: 1 });
    const { body } = expectStatus(await linksOf(tenant.id), 200);
    expect(body).toEqual([
      expect.objectContaining({ text: 'Manual', target_url: '/docs/', group_name: '', new_window: false, problem: '' }),
      expect.objectContaining({
        text: 'Acme',
        target_url: `https://crm.example.com/customers/${tenant.id}`,
        group_name: 'CRM',
        button_class: 'primary',
        new_window: true,
      }),
    ]);
  });

  it('lead to no script, and say what is wrong with their templates', async () => {
    const provider = await make('/api/circuits/providers/', { name: 'Fibre' });
    const content_type = 'circuits.provider';
    const addresses = [
      'javascript:alert(1)',
      ' java\nscript:alert(1)',
      'data:text/html,x',
      '{{ obj.nosuch.name }}',
      '//host/x',
      'mailto:noc@example.com',
      'http://[',
    ];
    for (const [weight, address] of addresses.entries()) await aLink(`at ${weight}`, address, { content_type, weight });
    const { body } = expectStatus(await linksOf(provider.id, admin, content_type), 200);
    expect(body.map(({ target_url }: { target_url: string | null }) => target_url)).toEqual([
      null,
      null,
      null,
      null,
      '//host/x',
      'mailto:noc@example.com',
      null,
    ]);
    expect(body[0].problem).toMatch(/http, https, mailto/);
    expect(body[3].problem).toMatch(/undefined/);
  });

  it('are for those who may view them, and the object', async () => {
    const neither = await somebody({ object_types: ['tenancy.tenant'] });
    expectStatus(await linksOf(tenant.id, neither), 403);
    const links = { object_types: ['extras.customlink'] };
    const other = await somebody(links, { object_types: ['tenancy.tenant'], constraints: { name: 'Hidden' } });
    expectStatus(await linksOf(tenant.id, other), 404);
    const both = await somebody({ ...links, constraints: { text: 'Manual' } }, { object_types: ['tenancy.tenant'] });
    expect(expectStatus(await linksOf(tenant.id, both), 200).body).toHaveLength(1);
    expectStatus(await linksOf('nothing'), 400);
    expectStatus(await call('GET', '/api/extras/rendered-custom-links/'), 400);
    expect(expectStatus(await linksOf(tenant.id, admin, 'no.such'), 200).body).toEqual([]);
  });
});

describe('Export templates', () => {
  const aTemplate = (template_code: string, more: object = {}) =>
    make('/api/extras/export-templates/', {
      name: `template ${serial++}`,
      content_type: 'tenancy.tenant',
      template_code,
      ...more,
    });
  const rendered = ({ id }: { id: string }, search = '', as = admin) =>
    call('GET', `/api/extras/export-templates/${id}/render/${search}`, undefined, as);
  const names = '{% for one in queryset %}{{ one.name }} of {{ one.tenant_group.name }};{% endfor %}';

  it('write what the list would show, as a file of their kind', async () => {
    const template = await aTemplate(names, { mime_type: 'text/csv', file_extension: 'csv' });
    const whole = expectStatus(await rendered(template), 200);
    expect(whole.text).toBe('Acme of customers;Hidden of ;');
    expect(whole.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(whole.headers.get('content-disposition')).toContain('filename="nautobot_tenant_data.csv"');
    expect((await rendered(template, '?name=Acme&limit=1&depth=1')).text).toBe('Acme of customers;');
    expect((await rendered(template, '?sort=-name&fields=name&omit=name&start=')).text).toBe(
      'Hidden of ;Acme of customers;',
    );
    expect(expectStatus(await rendered(template, '?nosuch=1'), 400).body).toEqual({ nosuch: ['Unknown filter field'] });
    const odd = await aTemplate('{{ queryset.count() }}', { mime_type: 'text/html\r\nX-Evil: 1' });
    expect((await rendered(odd)).headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect((await rendered(odd)).headers.get('content-security-policy')).toContain('sandbox');
  });

  it('that cannot be rendered are refused in words', async () => {
    expect(expectStatus(await rendered(await aTemplate('{{ queryset.nosuch.name }}')), 400).body).toHaveProperty(
      'template_code',
    );
    const endless = '{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}';
    expect(expectStatus(await rendered(await aTemplate(endless)), 400).body.template_code[0]).toMatch(/too long/);
  });

  it('write for each what they may view', async () => {
    const template = await aTemplate(names);
    const templates = { object_types: ['extras.exporttemplate'] };
    const some = await somebody(templates, { object_types: ['tenancy.tenant'], constraints: { name: 'Acme' } });
    expect(expectStatus(await rendered(template, '', some), 200).text).toBe('Acme of customers;');
    expectStatus(await rendered(template, '', await somebody(templates)), 403);
    expectStatus(await rendered(template, '', await somebody({ object_types: ['tenancy.tenant'] })), 403);
  });
});
