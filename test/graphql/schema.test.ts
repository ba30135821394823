import { modelCatalog } from '@plumbline/serving';
import { validateSchema } from 'graphql';
import { buildSchema } from '../../libs/graphql/src/schema/buildSchema';
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

test('nothing that is secret, and nothing that only its owner sees, can be asked for', () => {
  expect(schema.getType('TokenType')).toBeUndefined();
  expect(fieldsOf('WebhookType')).not.toContain('secret');
  expect(fieldsOf('UserType')).not.toContain('password');
});
