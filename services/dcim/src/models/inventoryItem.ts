import { by, defineModel, f } from '@plumbline/model';
import { component, componentFilters, displayComponent, namedFilters, names, ofDevice } from '../components/component';
import { serialIs } from '../filters/serialIs';

/** A part of a device, which may have parts of its own. */
export const InventoryItem = defineModel('dcim.inventoryitem', {
  endpoint: 'inventory-items',
  menu: [{ under: ['Inventory', 'Devices', 'Components'], at: 190 }],
  traits: [component, { exportTemplates: true }],
  title: 'inventory item',
  description: 'Parts of devices, which may have parts of their own.',
  tree: { parent: 'parent', sortBy: 'natural_name' },
  fields: {
    ...names(),
    part_id: f.text(50).default('').label('Part ID'),
    serial: f.text(255).default('').indexed().label('Serial number'),
    asset_tag: f
      .text(50)
      .optional()
      .blank()
      .unique('inventory item with this Asset tag already exists.')
      .label('Asset tag'),
    discovered: f.bool().default(false).describe('Whether a tool found it.'),
    parent: f.ref('dcim.inventoryitem', { reverse: 'children', onDelete: 'cascade' }).optional(),
    device: ofDevice('inventory_items'),
    manufacturer: f.ref('dcim.manufacturer', { reverse: 'inventory_items' }).optional(),
  },
  unique: [{ fields: ['device', 'parent', 'name'], checkedBy: 'serializer', whenSent: ['device', 'parent', 'name'] }],
  partOf: 'device',
  naturalKey: ['id'],
  plainText: displayComponent,
  filterable: [...namedFilters, 'part_id', 'asset_tag', 'discovered', 'device', 'parent', 'manufacturer'],
  filters: {
    ...componentFilters(),
    q: by.search({
      name: 'icontains',
      part_id: 'icontains',
      serial: 'trimmed',
      asset_tag: 'trimmed',
      description: 'icontains',
      id: 'iexact',
    }),
    serial: by.rule(serialIs),
    children: by.relation('children', { isnull: true }),
    has_children: by.has('children'),
  },
});
