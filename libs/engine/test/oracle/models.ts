import { bare, by, defineModel, f } from '@plumbline/model';

export const levels = [
  ['low', 'Low'],
  ['mid', 'Mid'],
  ['high', 'High'],
] as const;

/** Another service's: an owner of areas, a tree of areas, remarks on things. */
export const Owner = defineModel('tenancy.owner', {
  endpoint: 'owners',
  traits: [bare],
  fields: { name: f.text(100).unique() },
  filterable: ['name'],
});
export const Area = defineModel('tenancy.area', {
  endpoint: 'areas',
  traits: [bare],
  tree: { parent: 'parent', sortBy: 'name' },
  fields: {
    name: f.text(100).unique(),
    parent: f.ref('tenancy.area', { reverse: 'children', onDelete: 'cascade' }).optional(),
    owner: f.ref('tenancy.owner', { reverse: 'areas' }).optional(),
  },
});
export const Remark = defineModel('tenancy.remark', {
  endpoint: 'remarks',
  traits: [bare],
  fields: { name: f.text(100).unique(), thing: f.ref('ipam.thing', { reverse: 'remarks' }).optional() },
});

/** The service under test: a tree of places, and things with a column of every sort. */
export const Place = defineModel('ipam.place', {
  endpoint: 'places',
  traits: [bare],
  tree: { parent: 'parent', sortBy: 'name' },
  fields: {
    name: f.text(100).unique(),
    parent: f.ref('ipam.place', { reverse: 'children', onDelete: 'cascade' }).optional(),
  },
  filters: { subtree: by.tree('id') },
});
export const Thing = defineModel('ipam.thing', {
  endpoint: 'things',
  traits: [bare],
  fields: {
    name: f.text(100),
    nick: f.text(100).optional().blank(),
    size: f.int({ min: -10, max: 10 }).optional(),
    ratio: f.decimal(6, 2).optional(),
    flag: f.bool().default(false),
    seen: f.dateTime().optional(),
    level: f.choice(levels).blank().default(''),
    place: f.ref('ipam.place', { reverse: 'things' }).optional(),
    area: f.ref('tenancy.area', { reverse: 'things' }).optional(),
    twin: f.ref('ipam.thing', { reverse: 'twins', onDelete: 'setNull' }).optional(),
    labels: f.many('tenancy.owner', { reverse: 'labelled' }),
  },
  order: ['place', '-size', 'name'],
  naturalKey: ['name', 'place.tree_names[]'],
  filterable: ['name', 'nick', 'size', 'ratio', 'flag', 'seen'],
  filters: {
    level: by.choice('level', levels, { anyText: true }),
    place: by.tree('place'),
    exact_place: by.relation('place'),
    place_id: by.relationId('place'),
    area: by.tree('area'),
    owner: by.relation('area.owner'),
    labels: by.relation('labels', { conjoined: true, isnull: true }),
    any_label: by.relation('labels', { isnull: true }),
    twins: by.relation('twins', { isnull: true }),
    remarks: by.relation('remarks', { isnull: true }),
    has_place: by.has('place'),
    has_twins: by.has('twins'),
    has_remarks: by.has('remarks'),
    q: by.search({ name: 'icontains', nick: 'icontains', size: 'number' }),
  },
});
