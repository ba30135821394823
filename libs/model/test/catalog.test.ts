import { Catalog } from '../src/catalog/catalog';
import { contentTypeNumber } from '../src/catalog/contentTypeNumber';
import type { Label } from '../src/catalog/label';
import { manifestOf } from '../src/catalog/manifest';
import { bare, type Definition, defineModel, organizational } from '../src/defineModel';
import { f } from '../src/fields/f';
import type { Field } from '../src/fields/field';
import type { Model } from '../src/model';

const contentTypes = ['circuits.circuit', 'dcim.cable', 'dcim.device'];

const thing = (label: Label, more: Partial<Definition> = {}): Model =>
  defineModel<Record<string, Field>>(label, {
    endpoint: `${label.split('.')[1]}s`,
    traits: [bare],
    ...more,
    fields: { name: f.text(10), ...more.fields },
  });
const catalogOf = (...models: Model[]) => new Catalog(models.map(manifestOf), { contentTypes });

describe('The number of a content type', () => {
  const device = thing('dcim.device');
  const version = thing('dcim.softwareversion');
  const image = thing('dcim.softwareimage');

  it('is its place in the contract, whether or not there is such a model', () => {
    const catalog = catalogOf(device);
    expect(contentTypes.map((label) => catalog.contentTypeNumber(label))).toEqual([1, 2, 3]);
    expect(catalog.contentTypeNumbered(2)).toBe('dcim.cable');
  });

  it('of a model beside the contract follows from its label, whatever else there is', () => {
    const numbers = [catalogOf(version, image), catalogOf(image, device, version), catalogOf(version)].map((catalog) =>
      catalog.contentTypeNumber('dcim.softwareversion'),
    );
    // It is told to clients, and stands in change logs: another would be another content type.
    expect(numbers).toEqual([317_794_443, 317_794_443, 317_794_443]);
    expect(catalogOf(image, version).contentTypeNumbered(317_794_443)).toBe('dcim.softwareversion');
  });

  it('comes after those of the contract', () => {
    const catalog = catalogOf(image, version);
    expect(catalog.contentTypes).toEqual([...contentTypes, 'dcim.softwareversion', 'dcim.softwareimage']);
  });

  it('is none where clients do not meet the model', () => {
    const hidden = catalogOf(thing('dcim.hidden', { endpoint: undefined }));
    expect([hidden.contentTypeNumber('dcim.hidden'), hidden.contentTypes]).toEqual([0, contentTypes]);
  });

  it('is had by one only: two models that come to have the same are refused, by their names', () => {
    const [one, other] = namesakes();
    expect(() => catalogOf(thing(one), thing(other))).toThrow(
      `The content types ${one} and ${other} have the same number, ${contentTypeNumber(one, contentTypes)}: one needs another label.`,
    );
  });
});

/** Two labels with the same number. */
function namesakes(): [Label, Label] {
  const known = new Map<number, Label>();
  for (let serial = 0; ; serial++) {
    const label: Label = `dcim.thing${serial}`;
    const number = contentTypeNumber(label, contentTypes);
    const other = known.get(number);
    if (other) return [other, label];
    known.set(number, label);
  }
}

describe('Content types chosen by what models say of themselves', () => {
  const house = thing('dcim.house', { traits: [organizational] });
  const rack = thing('dcim.rack', {
    traits: [organizational, { webhooks: true }],
    fields: {
      house: f.ref('dcim.house'),
      others: f.many('dcim.fan'),
      words: f.many('extras.word', { onlyFor: 'dcim.rack' }),
    },
  });
  const fan = thing('dcim.fan', { traits: [bare, { webhooks: true }], fields: { at: f.ref('dcim.house').optional() } });
  const room = thing('dcim.room', { fields: { parent: f.ref('dcim.room').optional() } });
  const note = thing('extras.remark', {
    fields: { about: f.contentType({ having: 'webhooks' }), about_id: f.genericKey('about', { onDelete: 'cascade' }) },
  });
  const catalog = catalogOf(rack, note, house, fan, room);

  it('have an ability', () => {
    expect([...catalog.contentTypesAmong({ having: 'webhooks' })]).toEqual(['dcim.fan', 'dcim.rack']);
    expect([...catalog.contentTypesAmong({ having: 'customFields' })]).toEqual(['dcim.house', 'dcim.rack']);
  });

  it('refer to one object of a model, which is not their own', () => {
    expect([...catalog.contentTypesAmong({ referringTo: 'dcim.house' })]).toEqual(['dcim.fan', 'dcim.rack']);
    expect([...catalog.contentTypesAmong({ referringTo: 'dcim.fan' })]).toEqual([]);
    expect([...catalog.contentTypesAmong({ referringTo: 'dcim.room' })]).toEqual([]);
  });

  it('refer to several that list them', () => {
    expect([...catalog.contentTypesAmong({ referringTo: 'extras.word' })]).toEqual(['dcim.rack']);
  });

  it('are those that a generic relation may lead to, so that their deletion asks for it', () => {
    const facts = { field: 'about_id', many: false, onDelete: 'cascade', typeField: 'about' };
    expect(catalog.referrers('dcim.fan')).toEqual([
      expect.objectContaining({ field: 'others' }),
      { ...facts, to: 'dcim.fan', from: expect.objectContaining({ label: 'extras.remark' }) },
    ]);
    expect(catalog.referrers('dcim.room').map(({ field }) => field)).toEqual(['parent']);
  });
});

describe('Addresses', () => {
  const id = '0a6e1c5e-4f0c-4c0e-8f0e-0123456789ab';
  const catalog = catalogOf(thing('dcim.rack'), thing('wifi.cell', { root: 'plugins/wifi' }));

  it('begin with the name of the application, or with where it stands', () => {
    expect(catalog.url('', 'dcim.rack', id)).toBe(`/api/dcim/racks/${id}/`);
    expect(catalog.url('', 'wifi.cell', id)).toBe(`/api/plugins/wifi/cells/${id}/`);
  });

  it('lead back to the object', () => {
    expect(catalog.objectAt(`/api/dcim/racks/${id}/`)).toEqual(['dcim.rack', id]);
    expect(catalog.objectAt(`/api/plugins/wifi/cells/${id}/notes/`)).toEqual(['wifi.cell', id]);
    for (const path of [
      '/api/plugins/wifi/cells/',
      `/api/wifi/cells/${id}/`,
      `/api/dcim/racks/${id}`,
      `/x/dcim/racks/${id}/`,
    ])
      expect(catalog.objectAt(path)).toBeUndefined();
  });
});
