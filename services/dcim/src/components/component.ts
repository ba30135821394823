import { primary } from '@plumbline/extensions';
import { by, type Field, type Filter, f, naturalize, type Row, type Trait } from '@plumbline/model';

/** What components of devices have, which nobody puts links on. Of some there are export templates. */
export const component: Trait = { ...primary, customLinks: false, exportTemplates: false };

/** What every component of a device is called. Names sort by `sortKey`. */
export const names = (sortKey = naturalize as (name: string) => string | null) => ({
  name: f.text(64).indexed(),
  natural_name: f.derived((row) => sortKey(row.name as string)),
  label: f.text(64).default(''),
  description: f.text(200).default(''),
});

/** The device a component belongs to and goes with; `reverse` is what the device calls its components of this kind. */
export const ofDevice = (reverse: string): Field =>
  // Found by the index on device and name.
  f.ref('dcim.device', { reverse, onDelete: 'cascade' }).with({ indexed: false });

/** The name, with what is written on the component. */
export const displayComponent = ({ name, label }: Row): string => (label ? `${name} (${label})` : String(name));

/** Dotted paths that name a device, from an object that refers to it by `path`. */
export const keyOfDevice = (path: string): string[] => [
  `${path}.name`,
  `${path}.tenant.name`,
  `${path}.location.tree_names[]`,
];

/** How components are told apart and ordered: by the devices they are parts of, then by their names. */
export const componentOrder = {
  partOf: 'device' as const,
  order: ['device', 'natural_name'],
  indexes: [['device', 'natural_name']],
  unique: [['device', 'name']] as const,
  naturalKey: ['name', ...keyOfDevice('device')],
  display: displayComponent,
};

/** Filters that every component has under the names of its fields. */
export const namedFilters = ['name', 'label', 'description'] as const;

/**
 * The filters of components by their own words and by where their devices stand; there are none by when they were made.
 */
export const componentFilters = (): Record<string, Filter | undefined> => ({
  q: by.search({ name: 'icontains', label: 'icontains', description: 'icontains', id: 'iexact' }),
  location: by.relation('device.location'),
  created: undefined,
  last_updated: undefined,
});
