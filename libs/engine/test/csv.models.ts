// @boundaries-ignore extensions are built on this package
import { primary } from '@plumbline/extensions';
import { Catalog, defineModel, f, type Model, manifestOf, organizational, plain } from '@plumbline/model';

export const Place = defineModel('dcim.location', {
  endpoint: 'locations',
  traits: [primary],
  title: 'location',
  fields: {
    name: f.text(255),
    parent: f.ref('dcim.location').optional(),
  },
  tree: { parent: 'parent', sortBy: 'name' },
  naturalKey: ['tree_names[]'],
});

export const Tag = defineModel('extras.tag', {
  endpoint: 'tags',
  traits: [organizational],
  fields: { name: f.text(100) },
});

export const Space = defineModel('ipam.space', {
  endpoint: 'spaces',
  traits: [primary],
  fields: { name: f.text(100) },
});

export const Block = defineModel('ipam.block', {
  endpoint: 'blocks',
  traits: [primary],
  fields: { block: f.prefix(), space: f.ref('ipam.space') },
  naturalKey: ['space.name', 'block'],
  order: ['block'],
  display: (row) => String(row.block),
});

const levels = [
  ['low', 'Low'],
  ['high', 'High'],
] as const;

export const Item = defineModel('ipam.item', {
  endpoint: 'items',
  title: 'item',
  traits: [primary],
  fields: {
    usage: f.count('ipam.other', 'item'),
    label: f.text(50).default(''),
    name: f.text(100),
    level: f.choice(levels).blank().default(''),
    grade: f.plainChoice(levels).default('low'),
    enabled: f.bool().default(true),
    amount: f.int({ min: 0 }).optional(),
    ratio: f.decimal(8, 2).optional(),
    facts: f.json().default(() => ({})),
    ports: f.json().default(() => []),
    seen: f.dateTime().optional(),
    kinds: f.contentTypes().default(() => []),
    location: f.ref('dcim.location').optional(),
    block: f.ref('ipam.block').optional(),
    absent: f.ref('virtualization.machine').optional(),
    origin: f.ref('contenttypes.contenttype', { columnType: 'integer' }).optional(),
    others: f.many('ipam.block'),
  },
});

export const Note = defineModel('ipam.note', {
  endpoint: 'remarks',
  traits: [plain],
  fields: { text: f.text(), secret: f.text().writeOnly(), item: f.ref('ipam.item') },
  naturalKey: ['id'],
  order: ['created'],
  display: (row) => String(row.text),
});

export const own: Model[] = [Space, Block, Item, Note];
export const catalog = new Catalog([...own, Place, Tag].map(manifestOf), {
  contentTypes: ['dcim.device', 'dcim.rack', 'ipam.vlan'],
});
