// @boundaries-ignore extensions are built on this package
import { registered } from '@plumbline/extensions';
import { defineModel, f, organizational } from '@plumbline/model';
import type { Engine } from '../src/core/engine';
import { register } from '../src/core/extensions/registered';
import { describeEndpoint, openApiOf } from '../src/describe';
import { catalog, Item, Note } from './csv.models';

const engine = { catalog, kept: new Map() } as unknown as Engine;
register(engine, registered);

// biome-ignore lint/suspicious/noExplicitAny: the test looks into a free form
const describeItem = (may: { mayAdd: boolean; mayChange: boolean; detail: boolean }): any =>
  describeEndpoint(engine, Item, may);

describe('OPTIONS', () => {
  test('offers choices by verb, as clients read them', () => {
    const { actions } = describeItem({ mayAdd: true, mayChange: true, detail: false });
    expect(Object.keys(actions)).toEqual(['POST', 'PUT']);
    expect(actions.POST.level).toMatchObject({
      type: 'choice',
      required: false,
      choices: [
        { value: 'low', display: 'Low' },
        { value: 'high', display: 'High' },
      ],
    });
    expect(actions.POST.kinds.choices.map(({ value }: { value: string }) => value)).toEqual(catalog.contentTypes);
    expect(actions.POST.usage).toMatchObject({ type: 'integer', read_only: true });
  });

  test('speaks only of what the caller may do', () => {
    const verbs = (mayAdd: boolean, mayChange: boolean, detail: boolean) =>
      Object.keys(describeItem({ mayAdd, mayChange, detail }).actions ?? {});
    expect([verbs(true, false, false), verbs(false, true, false), verbs(true, true, true)]).toEqual([
      ['POST'],
      ['PUT'],
      ['PUT'],
    ]);
    expect(describeItem({ mayAdd: false, mayChange: false, detail: false })).not.toHaveProperty('actions');
  });

  test('tells of every filter with its look-ups, and how pages lay the object out', () => {
    const { filters, view_options: view } = describeItem({ mayAdd: false, mayChange: false, detail: false });
    expect(filters.id.lookup_types).toEqual(
      expect.arrayContaining([
        { value: 'id', label: 'exact' },
        { value: 'id__ic', label: 'contains (ic)' },
      ]),
    );
    expect(view.retrieve.tabs.Item[0].Item.fields).toEqual(expect.arrayContaining(['usage', 'location']));
    expect(view.list.all_fields[0]).toEqual({ title: 'Id', dataIndex: 'id', key: 'id' });
  });

  test('never names a secret’s value, only that it may be sent', () => {
    const { schema } = describeEndpoint(engine, Note, { mayAdd: true, mayChange: true, detail: false }) as {
      schema: { required: string[]; properties: Record<string, object> };
    };
    expect(schema.properties.secret).toEqual({ type: 'string', title: 'Secret' });
    expect(schema.required).toEqual(['text', 'secret', 'item']);
  });
});

describe('OpenAPI', () => {
  const Tool = defineModel('ipam.tool', {
    endpoint: 'tools',
    traits: [organizational],
    fields: {
      name: f.text(50),
      grade: f
        .choice([
          [1, 'One'],
          [2, 'Two'],
        ])
        .optional(),
      kept: f
        .plainChoice([
          ['dry', 'Dry'],
          ['cool', 'Cool'],
        ])
        .default(''),
      manual: f.url(),
      secret: f.text().writeOnly(),
      uses: f.count('ipam.item', 'tool'),
    },
    methods: ['GET', 'POST'],
  });
  const fragment = openApiOf({ app: 'ipam', models: [Tool] }, registered.extensions);
  const schemas = fragment.components.schemas as Record<string, { required?: string[]; properties: object }>;

  test('has the operations the model has, and no other', () => {
    expect(Object.keys(fragment.paths)).toEqual(['/ipam/tools/', '/ipam/tools/{id}/', '/ipam/tools/{id}/notes/']);
    expect(Object.keys(fragment.paths['/ipam/tools/']!)).toEqual(['get', 'post']);
    expect(Object.keys(fragment.paths['/ipam/tools/{id}/']!)).toEqual(['parameters', 'get']);
    expect(schemas).not.toHaveProperty('PatchedWritableToolRequest');
  });

  test('shows no secret, and takes it', () => {
    expect(schemas.Tool!.properties).not.toHaveProperty('secret');
    expect(schemas.WritableToolRequest!.properties).toMatchObject({ secret: { type: 'string', writeOnly: true } });
    expect(schemas.WritableToolRequest!.required).toEqual(['name', 'manual', 'secret']);
  });

  test('names enumerations once, and says where null may stand', () => {
    const grade = { $ref: '#/components/schemas/ToolGrade' };
    expect(schemas.Tool!.properties).toMatchObject({ grade });
    expect(schemas.ToolGrade).toMatchObject({
      nullable: true,
      properties: { value: { $ref: '#/components/schemas/GradeEnum' } },
    });
    expect(schemas.WritableToolRequest!.properties).toMatchObject({ grade: { nullable: true, enum: [1, 2, null] } });
  });

  test('knows that a choice that may be left blank is shown blank', () => {
    const kept = { oneOf: [{ $ref: '#/components/schemas/KeptEnum' }, { $ref: '#/components/schemas/BlankEnum' }] };
    expect(schemas.Tool!.properties).toMatchObject({ kept });
    expect(schemas.KeptEnum).toMatchObject({ type: 'string', enum: ['dry', 'cool'] });
    expect(schemas.BlankEnum).toMatchObject({ enum: [''] });
  });

  test('asks for addresses as URIs, and shows them as they were written', () => {
    expect(schemas.WritableToolRequest!.properties).toMatchObject({ manual: { type: 'string', format: 'uri' } });
    expect(schemas.Tool!.properties).toMatchObject({ manual: { type: 'string' } });
    expect(schemas.Tool!.properties).not.toHaveProperty('manual.format');
  });

  test('promises no counts', () => {
    expect(schemas.Tool!.required).not.toContain('uses');
    expect(schemas.NestedTool!.properties).not.toHaveProperty('uses');
  });
});
