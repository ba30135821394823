import { brokenNames } from '../src/catalog/brokenNames';
import { Catalog } from '../src/catalog/catalog';
import { manifestOf } from '../src/catalog/manifest';
import { by } from '../src/criteria/filter';
import { type Definition, defineModel, organizational, plain } from '../src/defineModel';
import { f } from '../src/fields/f';
import type { Field } from '../src/fields/field';

const group = defineModel('tenancy.group', { traits: [plain], fields: { name: f.text(255) } });

/** What is wrong with a model of devices that is right but for `more`. */
function wrongWith(more: Partial<Definition>): string[] {
  const device = defineModel<Record<string, Field>>('dcim.thing', {
    traits: [plain],
    order: ['name', 'group.name', '-group'],
    naturalKey: ['group.name', 'name'],
    displayNeeds: ['group.name'],
    indexes: [['name', 'group']],
    needs: { group: ['name'] },
    guarded: ['name'],
    ...more,
    fields: { name: f.text(255), group: f.ref('tenancy.group', { reverse: 'things' }), ...more.fields },
    filters: {
      group: by.relation('group'),
      q: by.search({ name: 'icontains', 'group.name': 'iexact' }),
      ...more.filters,
    },
  });
  const models = [group, device];
  return brokenNames(models, new Catalog(models.map(manifestOf)));
}

describe('Names in models that lead nowhere', () => {
  it('are none where all is right', () => expect(wrongWith({})).toEqual([]));

  it.each<[string, Partial<Definition>]>([
    ['order names nome', { order: ['-nome'] }],
    ['order names group.nome', { order: ['group.nome'] }],
    ['naturalKey names group.things.nome', { naturalKey: ['group.things.nome'] }],
    ['displayNeeds names gruop.name', { displayNeeds: ['gruop.name'] }],
    ['indexes names nome', { indexes: [['nome']] }],
    ['needs names gruop', { needs: { gruop: ['name'] } }],
    ['needs of group names nome', { needs: { group: ['nome'] } }],
    ['neededWith names name', { neededWith: { name: [] } }],
    ['neededWith of group names nome', { neededWith: { group: ['nome'] } }],
    ['guarded names nome', { guarded: ['nome'] }],
    ['exclusive names gruop', { exclusive: ['gruop'] }],
    ['partOf names gruop', { partOf: 'gruop' }],
    ['listed names nome', { listed: ['display', 'nome'] }],
    ['page names nome', { page: { panels: { Thing: ['name', 'nome'] } } }],
    ['page names gruop', { page: { panels: {}, tabs: { More: { Thing: ['gruop'] } } } }],
    ['the field copy names gruop', { fields: { copy: f.text(9).copiedFrom('gruop') } }],
    [
      'the field things names has_things',
      { fields: { things: f.count('dcim.thing', 'group').with({ flaggedBy: 'has_things' }) } },
    ],
    [
      'the field x, whose objects are tenancy.group, names nome',
      { fields: { x: f.many('tenancy.group').with({ namedBy: 'nome' }) } },
    ],
    ['the field other names tenancy.gruop', { fields: { other: f.ref('tenancy.gruop') } }],
    ['the field count names dcim.thingg', { fields: { count: f.count('dcim.thingg', 'group') } }],
    ['the field x, whose rows are tenancy.group, names nome', { fields: { x: f.listOf('tenancy.group', 'nome') } }],
    ['the field x names nome', { fields: { x: f.whole('tenancy.group', 'nome', 'Group') } }],
    ['the filter x names nome', { filters: { x: by.text('nome') } }],
    ['the filter x names group.nome', { filters: { x: by.text('group.nome') } }],
    [
      'the filter x, whose objects are tenancy.group, names nome',
      { filters: { x: by.relation('group', { key: 'nome' }) } },
    ],
    ['the filter q names group.nome', { filters: { q: by.search({ 'group.nome': 'icontains' }) } }],
  ])('%s', (line, more) => expect(wrongWith(more)).toContain(`dcim.thing: ${line}`));

  it('are counters that nothing refers to', () => {
    const counting = { fields: { count: f.count('tenancy.group', 'name') } };
    expect(wrongWith(counting)).toEqual(['dcim.thing: the field count, which counts tenancy.group, names name']);
  });
});

test('Models with integers as keys have nothing that is kept of objects by their UUIDs', () => {
  const declared = { keyType: 'int', fields: { name: f.text(255) } } as const;
  expect(() => defineModel('dcim.thing', { ...declared, traits: [organizational] })).toThrow(
    'dcim.thing: models whose keyType is int cannot have notes, customFields, relationships, changeLog, which its traits bring',
  );
  for (const trait of [{ changeLog: true }, { webhooks: true }, { notes: 'first' as const }])
    expect(() => defineModel('dcim.thing', { ...declared, traits: [plain, trait] })).toThrow(Object.keys(trait)[0]);
  expect(defineModel('dcim.thing', { ...declared, traits: [plain] }).keyType).toBe('int');
});

test("Names of a file's own fields are known to the compiler", () => {
  const declared = { traits: [plain], fields: { name: f.text(255) } };
  // @ts-expect-error
  expect(() => defineModel('dcim.thing', { ...declared, unique: [['nome']] })).toThrow('unknown field nome');
  // @ts-expect-error
  expect(() => defineModel('dcim.thing', { ...declared, filterable: ['nome'] })).toThrow('unknown field nome');
});
