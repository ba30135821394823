import { contentTypeNames, contentTypes } from '@plumbline/domain';
import { type Sql, sql } from '@plumbline/store';
import { startTestServices, type TestServices } from '@plumbline/testkit';
import { extrasService } from '../src';
import { standIns } from './standIns';

let plumbline: TestServices;
beforeAll(async () => {
  plumbline = await startTestServices([extrasService, ...standIns], {}, { contentTypes, contentTypeNames });
});
afterAll(() => plumbline?.stop());

const tags = '/api/extras/tags/';
const answersOfIpam = () => plumbline.services.get('ipam')!.engine.answers;

/** The counts of a page of tags by their names, and how PostgreSQL takes those of addresses. */
async function counts(query: string): Promise<{ tagged: Record<string, number>; plans: string[] }> {
  const answers = answersOfIpam();
  const spy = jest.spyOn(answers, 'first');
  const { body } = await plumbline.request('GET', tags + query);
  const asked = spy.mock.calls.map(([statement]) => statement as Sql).filter(({ sql }) => sql.includes('unnest'));
  spy.mockRestore();
  const explained = asked.map((statement) =>
    answers.rows<{ 'QUERY PLAN': string }>({ ...statement, sql: `EXPLAIN ${statement.sql}` }),
  );
  const plans = (await Promise.all(explained)).map((lines) => lines.map((line) => line['QUERY PLAN']).join('\n'));
  const found: { name: string; tagged_items: number }[] = body.results;
  return { tagged: Object.fromEntries(found.map(({ name, tagged_items }) => [name, tagged_items])), plans };
}

describe('The objects that many tags are on', () => {
  beforeAll(async () => {
    const made = await plumbline.request(
      'POST',
      tags,
      Array.from({ length: 300 }, (_, place) => ({
        name: `tag ${String(place).padStart(3, '0')}`,
        content_types: ['ipam.ipaddress'],
      })),
    );
    const named = new Map<string, string>(made.body.map((tag: { name: string; id: string }) => [tag.name, tag.id]));
    const first = [named.get('tag 000'), named.get('tag 001')];
    const last = [named.get('tag 001'), named.get('tag 299')];
    await plumbline.request('POST', '/api/ipam/ip-addresses/', [
      { name: 'a', tags: first },
      { name: 'b', tags: last },
      { name: 'c' },
    ]);
    // As many with all of 50 tags each, in which each of those asked for would be looked for.
    const engine = plumbline.services.get('ipam')!.engine;
    await engine.database.run(sql.unsafe`
      INSERT INTO ipaddress SELECT (jsonb_populate_record(ipaddress, jsonb_build_object('id', gen_random_uuid(), 'name', 'd',
        'tags', (SELECT jsonb_agg(id) FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, 50 + n % 2)) other)))).*
      FROM ipaddress, generate_series(1, 2000) n WHERE name = 'c'`);
    await engine.database.run(sql.unsafe`ANALYZE ipaddress`);
  });

  it('are counted for a long page by looking into each list once', async () => {
    const { tagged, plans } = await counts('?limit=300');
    expect(tagged).toMatchObject({ 'tag 000': 1, 'tag 001': 2, 'tag 002': 0, 'tag 299': 1 });
    expect(Object.keys(tagged)).toHaveLength(300);
    expect(plans).toHaveLength(1);
    expect(plans[0]).toContain('hashed SubPlan');
    expect(plans[0]).not.toContain('&&');
  });

  it('are counted for a short page by their index', async () => {
    const more = { name: 'e', tags: [{ name: 'tag 299' }] };
    expect((await plumbline.request('POST', '/api/ipam/ip-addresses/', more)).status).toBe(201);
    const { tagged, plans } = await counts('?limit=2&sort=-name');
    expect(tagged).toEqual({ 'tag 299': 2, 'tag 298': 0 });
    expect(plans).toHaveLength(1);
    expect(plans[0]).toContain('ipaddress_tags_gin');
  });

  it('order tags', async () => {
    const { tagged } = await counts('?sort=-tagged_items&limit=4');
    expect(Object.values(tagged)).toEqual([2, 2, 1, 0]);
  });

  it('keep none of them when the tags go together', async () => {
    const { body } = await plumbline.request('GET', `${tags}?limit=300`);
    const all = body.results.map(({ id }: { id: string }) => ({ id }));
    expect((await plumbline.request('DELETE', tags, all)).status).toBe(204);
    const tagged = sql.unsafe`SELECT name FROM ipaddress WHERE name <> 'd' AND tags <> '{}'`;
    expect(await plumbline.services.get('ipam')!.engine.database.rows(tagged)).toEqual([]);
    const others = sql.unsafe`SELECT FROM ipaddress WHERE name = 'd' AND cardinality(tags) >= 50`;
    expect(await plumbline.services.get('ipam')!.engine.database.rows(others)).toHaveLength(2000);
  });
});
