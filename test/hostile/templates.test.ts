import { rounds } from '../harness/long';
import { ask } from './ask';
import { type HostileServer, startHostileServer } from './hostileServer';

let server: HostileServer;
beforeAll(async () => {
  server = await startHostileServer();
});
afterAll(() => server?.stop());

const megabyte = 1024 * 1024;
const tenants = '/api/tenancy/tenants/';
const fields = '/api/extras/computed-fields/';

const long = '{% for i in range(99999) %}';
const hostile = [
  `${long.repeat(5)}${'{% endfor %}'.repeat(5)}`,
  `{% set l = [] %}${long}{% set _ = l.append('x' * (99999 + i)) %}{% endfor %}`,
  '{% set ns = namespace(l=[1]) %}{% for i in range(99) %}{% set ns.l = [ns.l, ns.l] %}{% endfor %}{{ ns.l }}',
  '{% macro m() %}{{ m() }}{{ m() }}{% endmacro %}{{ m() }}',
  `${long}{{ range(99999) | sort | unique | list | length }}{% endfor %}`,
  `{{ ${'('.repeat(220)}obj${')'.repeat(220)} ~ 'x' * 10 ** 9 }}`,
  "{{ ''.constructor.constructor('return process.exit()')() }}",
  '{% set ns = namespace(o=obj) %}{% for i in range(99) %}{% set ns.o = ns.o.tenant_group.parent %}{% endfor %}{{ ns.o.x }}',
];

describe('Templates that are not meant well', () => {
  it('have their fallback, however many are rendered at once, and hold up nobody who does without them', async () => {
    for (const [index, template] of [...hostile, '{{ obj.name | upper }}'].entries()) {
      const body = {
        label: `f${index}`,
        key: `f${index}`,
        content_type: 'tenancy.tenant',
        template,
        fallback_value: 'no',
      };
      expect((await ask(server, 'POST', fields, { body })).status).toBe(201);
    }
    const memory = process.memoryUsage().rss;
    const made = await ask(server, 'POST', tenants, {
      body: Array.from({ length: rounds(40, 12) }, (_, n) => ({ name: `t ${n}` })),
    });
    expect(made.status).toBe(201);
    const wanted = ({ name }: { name: string }) => [...hostile.map(() => 'no'), name.toUpperCase()];
    for (const tenant of made.body) expect(Object.values(tenant.computed_fields)).toEqual(wanted(tenant));

    const page = () => ask(server, 'GET', `${tenants}?include=computed_fields`);
    const pages = [page(), page(), page()];
    const others = await Promise.all(
      Array.from({ length: 20 }, () => ask(server, 'GET', '/api/extras/statuses/?limit=1')),
    );
    expect(others.filter(({ status, milliseconds }) => status !== 200 || milliseconds > 30_000)).toEqual([]);
    for (const { status, body } of await Promise.all(pages)) {
      expect(status).toBe(200);
      for (const tenant of body.results)
        expect(Object.values(tenant.computed_fields).slice(0, -1)).toEqual(hostile.map(() => 'no'));
    }
    expect(process.memoryUsage().rss - memory).toBeLessThan(500 * megabyte);
  });

  it('are nobody else’s concern once they are gone', async () => {
    const { body } = await ask(server, 'GET', `${fields}?limit=50`);
    for (const { id, template } of body.results)
      if (hostile.includes(template)) expect((await ask(server, 'DELETE', `${fields}${id}/`)).status).toBe(204);
    const { body: list } = await ask(server, 'GET', `${tenants}?include=computed_fields&limit=1`);
    const [{ name, computed_fields }] = list.results;
    expect(Object.values(computed_fields)).toEqual([name.toUpperCase()]);
  });
});
