import { Catalog, type Manifest } from '@plumbline/model';
import { modelCatalog } from '@plumbline/serving';
import { validateSchema } from 'graphql';
import { buildSchema } from '../../libs/graphql/src/schema/buildSchema';
import { typeName } from '../../libs/graphql/src/schema/names';
import { ownServices } from '../../program/src/start/services';

const schema = buildSchema(
  modelCatalog(ownServices.all),
  { customFields: [], relationships: [], computedFields: [] },
  'contenttypes.contenttype',
);
const fieldsOf = (type: string) => {
  const found = schema.getType(type)!;
  return 'getFields' in found ? Object.keys(found.getFields()) : [];
};

test('the schema that follows from the models is one', () => {
  expect(validateSchema(schema)).toEqual([]);
});

test('every model is there once and as a list; one whose words are the same for both as a list alone', () => {
  const roots = fieldsOf('Query');
  expect(roots).toEqual(
    expect.arrayContaining(['location', 'locations', 'ip_address', 'ip_addresses', 'virtual_chassis']),
  );
  expect(
    schema
      .getQueryType()!
      .getFields()
      .virtual_chassis!.args.map(({ name }) => name),
  ).toContain('limit');
});

test('everything that REST has an address of says it', () => {
  const without = modelCatalog(ownServices.all)
    .manifests.filter(({ outline, endpoint }) => outline && endpoint)
    .map(typeName)
    .filter((name) => !fieldsOf(name).includes('url'));
  expect(without).toEqual([]);
});

test('whatever cable paths begin at has its own', () => {
  const all = modelCatalog(ownServices.all)
    .manifests.filter(({ outline }) => outline)
    .map(typeName);
  expect(all.filter((type) => fieldsOf(type).includes('_path')).sort()).toEqual([
    'CircuitTerminationType',
    'ConsolePortType',
    'ConsoleServerPortType',
    'InterfaceType',
    'PowerFeedType',
    'PowerOutletType',
    'PowerPortType',
  ]);
  expect(fieldsOf('Query')).toEqual(expect.arrayContaining(['cable_path', 'cable_paths']));
  expect(fieldsOf('CablePathType').sort()).toEqual([
    'destination',
    'destination_id',
    'destination_type',
    'display',
    'id',
    'is_active',
    'is_split',
    'origin',
    'origin_id',
    'origin_type',
    'path',
  ]);
});

test('nothing that is secret, and nothing that only its owner sees, can be asked for', () => {
  expect(schema.getType('TokenType')).toBeUndefined();
  expect(fieldsOf('WebhookType')).not.toContain('secret');
  expect(fieldsOf('UserType')).not.toContain('password');
});

test('what a newer service has in ways that this version does not know is left out, or shown as it comes', () => {
  const { manifests } = modelCatalog(ownServices.all);
  const vlan = manifests.find(({ label }) => label === 'ipam.vlan')!;
  const { fields, parameters } = vlan.outline!;
  const outline = {
    fields: { ...fields, paint: { is: 'value', type: 'paint' }, painter: { is: 'painted' } },
    parameters: { ...parameters, paint: { type: 'paints', suffixes: [] } },
  } as unknown as Manifest['outline'];
  const newer = manifests.map((manifest) => (manifest === vlan ? { ...vlan, outline: outline! } : manifest));
  const none = { customFields: [], relationships: [], computedFields: [] };
  const built = buildSchema(new Catalog(newer), none, 'contenttypes.contenttype');
  expect(validateSchema(built)).toEqual([]);
  const { vlans } = built.getQueryType()!.getFields();
  expect(vlans!.args.map(({ name }) => name)).not.toContain('paint');
  const type = built.getType('VLANType')!;
  const shown = 'getFields' in type ? Object.entries(type.getFields()) : [];
  expect(shown.map(([name]) => name)).not.toContain('painter');
  expect(shown.find(([name]) => name === 'paint')?.[1].type.toString()).toBe('GenericScalar');
});
