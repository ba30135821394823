import { defineModel, f } from '@plumbline/model';
import { tablesOf } from '../src/core/tables/modelTables';

const Rack = defineModel('shop.rack', {
  endpoint: 'racks',
  title: 'rack',
  traits: [{ timestamps: true }],
  fields: {
    name: f.text(100),
    height: f.int().default(42),
    comments: f.text(200).default("it's empty"),
    open: f.bool().default(true),
    data: f.json().default({ a: [1] }),
    users: f.many('users.user', { reverse: 'racks' }),
    serial: f.text(50).optional(),
  },
});

test('what objects that are there get of a new field is its default, as PostgreSQL reads it', () => {
  const columns = tablesOf([Rack])[0]!.columns;
  const fillings = Object.fromEntries(columns.map(({ name, filling }) => [name, filling]));
  expect(fillings).toMatchObject({
    height: "'42'",
    comments: "'it''s empty'",
    open: "'true'",
    data: `'{"a":[1]}'`,
    users: "'{}'",
  });
  expect([fillings.id, fillings.name, fillings.serial]).toEqual([undefined, undefined, undefined]);
});
