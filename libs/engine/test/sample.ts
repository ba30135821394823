// @boundaries-ignore extensions are built on this package
import { primary } from '@plumbline/extensions';
import { by, defineModel, f, naturalize, organizational } from '@plumbline/model';

/** A few unlike models across two services: a tree, a block of addresses, things that refer to both, tags. */
export const Tag = defineModel('extras.tag', {
  endpoint: 'tags',
  traits: [organizational],
  fields: { name: f.text(100).unique(), content_types: f.contentTypes() },
  filterable: ['name'],
});
export const Status = defineModel('extras.status', {
  endpoint: 'statuses',
  plural: 'statuses',
  traits: [organizational],
  fields: { name: f.text(100).unique(), content_types: f.contentTypes(), thing_count: f.count('ipam.thing', 'status') },
  filterable: ['name'],
});
export const Place = defineModel('ipam.place', {
  endpoint: 'places',
  traits: [organizational],
  tree: { parent: 'parent', sortBy: 'natural_name' },
  fields: {
    name: f.text(100),
    natural_name: f.derived((row) => naturalize(row.name as string)),
    parent: f.ref('ipam.place', { reverse: 'children', onDelete: 'cascade' }).optional(),
    thing_count: f.count('ipam.thing', 'place'),
  },
  naturalKey: ['tree_names[]'],
  unique: [{ fields: ['parent', 'name'], checkedBy: 'model' }],
  filterable: ['name'],
  filters: { parent: by.relation('parent'), subtree: by.tree('id'), has_children: by.has('children') },
});
export const Thing = defineModel('ipam.thing', {
  endpoint: 'things',
  traits: [primary],
  fields: {
    name: f.text(20),
    size: f.int({ min: 1, max: 100 }).optional(),
    block: f.prefix(),
    network: f.generated('host', 'set_masklen(block::inet, CASE family(block) WHEN 4 THEN 32 ELSE 128 END)'),
    description: f.text(200).default(''),
    status: f.ref('extras.status', { reverse: 'things', onlyFor: 'ipam.thing' }),
    place: f.ref('ipam.place', { reverse: 'things' }).optional(),
    twin: f.ref('ipam.thing', { reverse: 'twins', onDelete: 'setNull' }).optional(),
    friends: f.many('ipam.place', { reverse: 'friendly' }),
  },
  order: ['name'],
  unique: [['place', 'name']],
  naturalKey: ['name', 'place.tree_names[]'],
  filterable: ['name', 'size', 'description'],
  filters: {
    place: by.tree('place'),
    status: by.relation('status'),
    has_place: by.has('place'),
    q: by.search({ name: 'icontains', description: 'icontains', id: 'iexact' }),
  },
});
