import { by, defineModel, f, organizational } from '@plumbline/model';

/** A company that makes hardware. */
export const Manufacturer = defineModel('dcim.manufacturer', {
  endpoint: 'manufacturers',
  menu: [{ under: ['Inventory', 'Devices'], at: 40 }],
  title: 'manufacturer',
  description: 'Companies that make hardware.',
  listed: ['name', 'device_type_count', 'platform_count', 'description'],
  traits: [organizational, { webhooks: true, exportTemplates: true }],
  fields: {
    device_type_count: f.count('dcim.devicetype', 'manufacturer'),
    inventory_item_count: f.count('dcim.inventoryitem', 'manufacturer'),
    platform_count: f.count('dcim.platform', 'manufacturer'),
    name: f.text(100).unique(),
    description: f.text(200).default(''),
  },
  filterable: ['name', 'description'],
  filters: {
    q: by.search({ name: 'icontains', id: 'iexact' }),
    device_types: by.relation('device_types', { key: 'model', isnull: true }),
    has_device_types: by.has('device_types'),
    inventory_items: by.relation('inventory_items', { isnull: true }),
    has_inventory_items: by.has('inventory_items'),
    platforms: by.relation('platforms', { isnull: true }),
    has_platforms: by.has('platforms'),
  },
});
