import { backgroundWork, extensionsOf, renderAbout } from '@plumbline/engine';
import { primary } from '@plumbline/extensions';
import { accept, defineModel, Field, type Kind, outlineOf, plainProperty, refuse } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { startTestServices, type TestServices } from '@plumbline/testkit';
import { readRow } from '@plumbline/upkeep';
import { modelSchemas } from '../../libs/engine/src/describe/openapi/objects';
import { formBody } from '../../libs/engine/src/rest/formBody';

function readRatio(value: unknown): string | undefined {
  const parts = Array.isArray(value) ? value : String(value).split(':');
  const [width, height] = parts.map(Number);
  return parts.length === 2 && width && height ? `${width}:${height}` : undefined;
}

/** The sides of a screen: `16:9`, which objects show as two numbers. No part of Plumbline has heard of it. */
const ratio: Kind = {
  column: () => 'text',
  filter: 'text',
  parse: (value) => {
    const read = readRatio(value);
    return read === undefined ? refuse('A ratio is two numbers.') : accept(read);
  },
  parseNull: () => accept('1:1'),
  fromForm: (text) => text.split(' to '),
  restore: (value) => accept((value as number[]).join(':')),
  render: (value) => String(value).split(':').map(Number),
  keyText: (value) => String(value).replace(':', ' by '),
  cell: (value) => `=${value}`,
  template: (value) => `${value}!`,
  words: (value) => `the ratio ${value}`,
  logged: (value) => `kept ${value}`,
  compared: readRatio,
  isSortable: () => false,
  wire: (_field, direction) =>
    direction === 'sent' ? { type: 'string' } : { type: 'array', items: { type: 'integer' } },
  property: (field, context) => plainProperty(field, context, { type: 'string', pattern: '^\\d+:\\d+$' }),
  hints: () => ({ widget: 'ratio' }),
  input: 'ratio',
  outline: () => ({ is: 'value', type: 'integer', list: true }),
};

const Screen = defineModel('ipam.screen', {
  endpoint: 'screens',
  traits: [primary],
  fields: { aspect: Field.of(ratio).label('Aspect ratio') },
  order: ['aspect'],
  naturalKey: ['aspect'],
  display: ({ aspect }) => String(aspect),
  filterable: ['aspect'],
});

const path = '/api/ipam/screens/';
let plumbline: TestServices;
beforeAll(async () => {
  plumbline = await startTestServices([{ app: 'ipam', models: [Screen] }]);
});
afterAll(() => plumbline?.stop());

test('a kind that one file knows is written, shown, found and described everywhere', async () => {
  const made = await plumbline.request('POST', path, { aspect: ' 16:9' });
  expect([made.status, made.body.aspect, made.body.natural_slug.slice(0, 7)]).toEqual([201, [16, 9], '16-by-9']);
  expect((await plumbline.request('POST', path, { aspect: 'wide' })).body).toEqual({
    aspect: ['A ratio is two numbers.'],
  });
  expect((await plumbline.request('POST', path, { aspect: null })).body.aspect).toEqual([1, 1]);
  const sent = formBody(Screen, { values: new Map([['aspect', ['4 to 3']]]) });
  expect((await plumbline.request('POST', path, sent)).body.aspect).toEqual([4, 3]);

  const shown = async (query: string) =>
    (await plumbline.request('GET', path + query)).body.results.map(({ aspect }: { aspect: number[] }) =>
      aspect.join(),
    );
  expect(await shown('?aspect=16: 9')).toEqual(['16,9']);
  expect(await shown('?sort=-aspect')).toEqual(['16,9', '1,1', '4,3']);

  const table = await plumbline.request('GET', path, undefined, { headers: { accept: 'text/csv' } });
  expect(table.text).toContain('=16:9');
  expect(readRow(Screen, made.body)).toMatchObject({ id: made.body.id, aspect: '16:9' });

  const { engine } = plumbline.services.get('ipam')!;
  const logged = sql.unsafe`SELECT record->'object_data'->>'aspect' AS aspect FROM outbox ORDER BY position LIMIT 1`;
  expect(await engine.database.rows(logged)).toEqual([{ aspect: 'kept 16:9' }]);
  const template = '{{ obj.aspect }} {{ obj.get_aspect_display() }}';
  const [row] = await engine.database.rows<{ id: string }>(sql.unsafe`SELECT * FROM screen WHERE aspect = '16:9'`);
  const [rendered] = await renderAbout(backgroundWork(engine), Screen, [{ row: row!, template }]);
  expect(rendered).toEqual({ text: '16:9! the ratio 16:9' });
});

test('it is described', async () => {
  const { schema, uiSchema, actions } = (await plumbline.request('OPTIONS', path)).body;
  expect(schema.properties.aspect).toEqual({ type: 'string', title: 'Aspect ratio', pattern: '^\\d+:\\d+$' });
  expect([uiSchema.aspect, actions.POST.aspect.type]).toEqual([{ 'ui:widget': 'ratio' }, 'ratio']);
  const {
    Screen: one,
    WritableScreenRequest: _,
    ScreenRequest: sent,
  } = modelSchemas(extensionsOf(plumbline.services.get('ipam')!.engine), Screen);
  expect(one).toMatchObject({ properties: { aspect: { type: 'array', items: { type: 'integer' } } } });
  expect(sent).toMatchObject({ properties: { aspect: { type: 'string' } } });
  expect(outlineOf(Screen)!.fields.aspect).toEqual({ is: 'value', type: 'integer', list: true });
});
