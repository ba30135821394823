import { randomUUID } from 'node:crypto';
import { type Bus, createInProcessBus } from '@plumbline/bus';
// @boundaries-ignore extensions are built on this package
import { readDefinitions, registered } from '@plumbline/extensions';
import type { Identity } from '@plumbline/http';
import { faultInJson } from '@plumbline/http';
import { createLog } from '@plumbline/log';
import type { Model, Row } from '@plumbline/model';
import fc from 'fast-check';
import { finding } from '../src/bus/find';
import type { Engine, UnitOfWork } from '../src/core/engine';
import { register } from '../src/core/extensions/registered';
import { type CsvLimits, csvPaths, readCsv, writeCsv } from '../src/csv';
import { Block, catalog, Item, Note, own, Space } from './csv.models';

const tagNames = ['core', 'edge', 'a;b', 'with space', '[core]', '{prod} 1'];
const tags = tagNames.map((name) => ({ id: randomUUID(), name }));
const moment = '2026-11-21T08:00:00.123456Z';

/** Stands for the owners of locations and tags: a tree three levels deep, four tags. */
async function serveOthers(bus: Bus): Promise<void> {
  await bus.serve('dcim', async () => [0, 1, 2]);
  await bus.serve('extras', async () => tags);
}

/** What a service knows of a custom field of text. */
const customField = (label: string, key: string) => ({
  label,
  definition: {
    key,
    label: key,
    type: 'text',
    filter_logic: 'loose',
    required: false,
    default: null,
    weight: 100,
    validation_minimum: null,
    validation_maximum: null,
    validation_regex: '',
    choices: [],
  },
});

async function aWork(customFields: ReturnType<typeof customField>[] = []): Promise<UnitOfWork> {
  const log = createLog({ name: 'test', level: 'silent' });
  const bus = createInProcessBus({ log });
  await serveOthers(bus);
  const engine = {
    app: 'ipam',
    models: new Map(own.map((model) => [model.label, model])),
    catalog,
    bus,
    settings: { nestedRelations: 'url' },
    log,
    ...finding,
    kept: new Map(),
  } as unknown as Engine;
  const scope = {
    requestId: randomUUID(),
    deadline: Date.now() + 60_000,
    base: 'http://x',
    identity: {} as Identity,
    cost: { sql: 0, bus: 0 },
  };
  const noSql = async () => {
    throw new Error('a table needs no statement of its own here');
  };
  register(engine, registered);
  await readDefinitions({ engine, scope, sql: { rows: async () => customFields } } as unknown as UnitOfWork);
  return { engine, scope, sql: { rows: noSql, quick: noSql, first: noSql, run: noSql } } as UnitOfWork;
}

const anItem = (values: Row = {}): Row => ({
  id: randomUUID(),
  usage: 3,
  label: '',
  name: 'one',
  level: '',
  grade: 'low',
  enabled: true,
  amount: null,
  ratio: null,
  facts: {},
  ports: [],
  seen: null,
  kinds: [],
  location: null,
  block: null,
  absent: null,
  origin: null,
  others: [],
  created: moment,
  last_updated: moment,
  tags: [],
  custom_fields: {},
  ...values,
});

/** Reads a table as it is read where all extensions are registered. */
const read = (model: Model, text: string, limits?: CsvLimits) => readCsv(registered.extensions, model, text, limits);

/** A table as records, quotes resolved. */
const table = (text: string) => text.trimEnd().split('\r\n');

describe('writing', () => {
  test('paths to load are those of the natural keys, across services', async () => {
    const { engine } = await aWork();
    expect(csvPaths(engine, Item)).toEqual(['location.tree_names', 'block.space', 'block.space.name', 'block.block']);
    expect(csvPaths(engine, Note)).toEqual(['item.name']);
  });

  test('columns stand in the contract’s order, relations as the parts of their keys', async () => {
    const work = await aWork([customField('ipam.item', 'zone'), customField('ipam.item', 'area')]);
    const row = anItem({
      location: randomUUID(),
      'location.tree_names': ['Earth', 'Europe'],
      block: randomUUID(),
      'block.space.name': null,
      'block.block': '10.0.0.0/8',
      level: 'high',
      ports: [80, 443],
      facts: { a: 1 },
      tags: [tags[1]!.id, tags[0]!.id],
      custom_fields: { zone: null, area: true },
    });
    const [header, line] = table(await writeCsv(work, Item, [row]));
    expect(header).toBe(
      'name,display,id,object_type,natural_slug,usage,label,level,grade,enabled,amount,ratio,facts,ports,seen,kinds,' +
        'location__name,location__parent__name,location__parent__parent__name,block__space__name,block__block,' +
        'absent__pk,origin,created,last_updated,tags,cf_area,cf_zone',
    );
    expect(line).toBe(
      `one,one,${row.id},ipam.item,one_${String(row.id).slice(0, 4)},3,,high,low,True,NULL,NULL,"{""a"": 1}","80,443",NULL,,` +
        `Europe,Earth,NoObject,NoObject,10.0.0.0/8,NoObject,NULL,${moment},${moment},"edge,core",True,`,
    );
    expect(work.scope.cost.bus).toBe(2);
  });

  test('a part of a key that is empty is told from one that nothing could have', async () => {
    const block = { block: randomUUID(), 'block.block': null };
    const cells = async (space: unknown) => {
      const row = anItem({ ...block, 'block.space': space, 'block.space.name': null });
      const [header, line] = table(await writeCsv(await aWork(), Item, [row]));
      const at = (name: string) => line!.split(',')[header!.split(',').indexOf(name)];
      return [at('block__space__name'), at('block__block')];
    };
    expect(await cells(null)).toEqual(['NoObject', 'NULL']);
    expect(await cells(randomUUID())).toEqual(['NULL', 'NULL']);
  });

  test('calls and statements do not grow with the rows', async () => {
    const work = await aWork();
    await writeCsv(
      work,
      Item,
      Array.from({ length: 50 }, () => anItem({ tags: [tags[0]!.id] })),
    );
    expect(work.scope.cost).toEqual({ sql: 0, bus: 2 });
  });

  test('no rows, no header', async () => {
    expect(await writeCsv(await aWork(), Item, [])).toBe('');
  });

  test('the answer to a write names related objects by id, leaves nothing for null and no counters', async () => {
    const block = randomUUID();
    const [header, line] = table(await writeCsv(await aWork(), Item, [anItem({ block })], { written: true }));
    expect(header).not.toContain('usage');
    expect(header).toContain('location,block,absent,origin,created');
    expect(line).toContain(`,,,,${block},,,`.slice(3));
  });

  test('what may not be read is not written', async () => {
    const text = await writeCsv(await aWork(), Note, [
      { id: randomUUID(), text: 'x', secret: 's', item: null, created: moment, last_updated: moment },
    ]);
    expect(text).not.toContain('secret');
  });
});

describe('reading', () => {
  test('cells become what JSON would bring', () => {
    const text =
      'id,name,enabled,amount,facts,ports,kinds,tags,cf_zone,cf_area,usage,nosuch\r\n' +
      '7,one,True,NULL,"{""a"":1}","1,2","dcim.device,dcim.rack","core,edge",,x,5,y\r\n';
    expect(read(Item, text)).toEqual([
      {
        id: '7',
        name: 'one',
        enabled: 'True',
        amount: null,
        facts: { a: 1 },
        ports: [1, 2],
        kinds: ['dcim.device', 'dcim.rack'],
        tags: [{ name: 'core' }, { name: 'edge' }],
        custom_fields: { zone: null, area: 'x' },
      },
    ]);
  });

  test('columns of one relation fold into its attributes; all NoObject leaves it out; all empty clears it', () => {
    const text =
      'name,location__name,location__parent__name,block__pk\n' +
      'a,Rome,NULL,0d3e6c46-8c8c-4a86-8a3e-0a4c5b8f0001\n' +
      'b,NoObject,NoObject,NoObject\n' +
      'c,,,\n';
    expect(read(Item, text)).toEqual([
      {
        name: 'a',
        location: { name: 'Rome', parent: { name: null } },
        block: { id: '0d3e6c46-8c8c-4a86-8a3e-0a4c5b8f0001' },
      },
      { name: 'b' },
      { name: 'c', location: null, block: null },
    ]);
  });

  test('a row that ends early is null in its last columns', () => {
    expect(read(Item, 'name,amount,location__name\na\nb,7\n')).toEqual([
      { name: 'a', amount: null, location: { name: null } },
      { name: 'b', amount: '7', location: { name: null } },
    ]);
  });

  test.each([
    ['{"a": 12345678901234567890}', 'Whole numbers beyond 9007199254740991 would be changed here. Send them as text.'],
    ['[1, [12345678901234567890]]', 'Whole numbers beyond 9007199254740991 would be changed here. Send them as text.'],
    ['{"a": 1e999}', 'JSON parse error - a number is out of range'],
    ['{"__proto__": {"a": 1}}', 'JSON parse error - the key "__proto__" is not allowed'],
    ['{"a":'.repeat(101) + 1 + '}'.repeat(101), 'JSON parse error - values are nested deeper than 100 levels'],
    ['['.repeat(50_000) + ']'.repeat(50_000), 'JSON parse error - values are nested deeper than 100 levels'],
  ])('JSON in a cell is refused as it is in a body: %.40s', (json, problem) => {
    const cell = `"${json.replaceAll('"', '""')}"`;
    expect(() => read(Item, `name,facts\na,1\nb,${cell}\n`)).toThrow(
      expect.objectContaining({ status: 400, body: [{}, { facts: [problem] }] }),
    );
  });

  test('lines end in any way, and not all in the same', () => {
    const rows = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];
    for (const text of ['name\r\na\nb\nc\n', 'name\na\r\nb\r\nc', 'name\ra\rb\rc\r', 'name\r\n"a"\n\r\nb\rc'])
      expect(read(Item, text)).toEqual(rows);
    expect(read(Item, 'name,amount\r\n"a\r\nb\nc",1\nd,2\n')).toEqual([
      { name: 'a\r\nb\nc', amount: '1' },
      { name: 'd', amount: '2' },
    ]);
  });

  test('a header and nothing else is an empty list', () => {
    expect(read(Item, 'name\n')).toEqual([]);
    expect(read(Item, '\n')).toEqual([]);
  });

  test.each([
    ['name,\na,b\n', 'Row 1: Column 2: missing/empty header for this column'],
    ['name\na\nb,c\n', 'Row 2: Column 2: missing/empty header for this column'],
  ])('%j has a column without a header', (text, detail) => {
    expect(() => read(Item, text)).toThrow(expect.objectContaining({ status: 400, body: { detail } }));
  });

  test('an open quote is a 400, too much a 413', () => {
    expect(() => read(Item, 'name\n"a\n')).toThrow(expect.objectContaining({ status: 400 }));
    expect(() => read(Item, 'name\na\nb\n', { rows: 1, columns: 9 })).toThrow(expect.objectContaining({ status: 413 }));
    expect(() => read(Item, 'name,label\na,b\n', { rows: 9, columns: 1 })).toThrow(
      expect.objectContaining({ status: 413 }),
    );
  });

  test('headers named like properties of every object are unknown columns', () => {
    expect(read(Item, 'name,constructor,__proto__,block__constructor__name\na,b,c,d\n')).toEqual([
      { name: 'a', block: { constructor: { name: 'd' } } },
    ]);
  });
});

const cell = fc.string({ unit: 'binary', maxLength: 20 }).filter((text) => !['NULL', 'NoObject'].includes(text));
const name = cell.filter((text) => text !== '');
const jsonObject = fc
  .dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }).map(withoutNegativeZero))
  .filter((value) => faultInJson('facts', JSON.stringify(value)) === undefined);

/** JSON text has no negative zero. */
function withoutNegativeZero(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

const aRow = fc.record({
  label: cell,
  name,
  level: fc.constantFrom('', 'low', 'high'),
  grade: fc.constantFrom('low', 'high'),
  enabled: fc.boolean(),
  amount: fc.option(fc.nat()),
  ratio: fc.constantFrom(null, '1.50', '-20.00'),
  facts: jsonObject,
  ports: fc.array(fc.oneof(fc.nat(), fc.string()), { minLength: 1 }),
  seen: fc.constantFrom(null, moment),
  kinds: fc.subarray(['dcim.device', 'dcim.rack', 'ipam.vlan']),
  tags: fc.subarray(tags.map(({ id }) => id)),
  origin: fc.constantFrom(null, 1, 3),
  names: fc.option(fc.array(name, { minLength: 1, maxLength: 3 })),
  space: fc.option(name),
});

/** The body a client would send in JSON to make the same object. */
function bodyOf(row: Row): Record<string, unknown> {
  const { id, label, level, grade, facts, ports, seen, kinds, ratio } = row;
  const names = [...(row['location.tree_names'] as string[])].reverse();
  const parents = { name: names[1] ?? null, parent: { name: names[2] ?? null } };
  return {
    id,
    name: row.name,
    label,
    // An unset choice is written as null.
    level: level || null,
    grade,
    enabled: row.enabled ? 'True' : 'False',
    amount: row.amount === null ? null : String(row.amount),
    ratio,
    facts,
    ports,
    seen,
    kinds,
    origin:
      { 1: { app_label: 'dcim', model: 'device' }, 3: { app_label: 'ipam', model: 'vlan' } }[Number(row.origin)] ??
      null,
    tags: (row.tags as string[]).map((tag) => ({ name: tags.find(({ id: known }) => known === tag)!.name })),
    ...(row.location === null ? {} : { location: { name: names[0], parent: parents } }),
    ...(row.block === null ? {} : { block: { space: { name: row['block.space.name'] }, block: '10.0.0.0/8' } }),
  };
}

describe('writing and reading', () => {
  test('give back the bodies', async () => {
    const work = await aWork();
    await fc.assert(
      fc.asyncProperty(fc.array(aRow, { minLength: 1, maxLength: 4 }), async (values) => {
        const rows = values.map(({ names, space, ...rest }) =>
          anItem({
            ...rest,
            location: names === null ? null : randomUUID(),
            'location.tree_names': names ?? [],
            block: space === null ? null : randomUUID(),
            'block.space': randomUUID(),
            'block.space.name': space,
            'block.block': '10.0.0.0/8',
          }),
        );
        expect(read(Item, await writeCsv(work, Item, rows))).toEqual(rows.map(bodyOf));
      }),
      { numRuns: 200 },
    );
  });

  test.each<[string, Model]>([
    ['an ordinary model', Space],
    ['a model keyed over a relation', Block],
  ])('keep the key of %s', async (_, model) => {
    const row = {
      id: randomUUID(),
      name: 'a',
      block: '10.0.0.0/8',
      space: randomUUID(),
      'space.name': 'Global',
      created: null,
      last_updated: null,
      tags: [],
      custom_fields: { zone: 'x' },
    };
    const [body] = read(model, await writeCsv(await aWork([customField(model.label, 'zone')]), model, [row]));
    expect(body).toMatchObject({ id: row.id, custom_fields: { zone: 'x' } });
    if (model === Block) expect(body!.space).toEqual({ name: 'Global' });
  });
});
