import { by, type Field, type Filter, f, organizational, type Trait } from '@plumbline/model';
import { displayComponent } from '../components/component';

/** The type a template belongs to and goes with; `reverse` is what the type calls its templates of this kind. */
export const ofType = (reverse: string): Field =>
  // Found by the index on type and name.
  f.ref('dcim.devicetype', { reverse, onDelete: 'cascade' }).with({ indexed: false });

/** What every template of a component has in common. */
export const template = {
  traits: [{ ...organizational, notes: 'first' } satisfies Trait],
  partOf: 'device_type' as const,
  order: ['device_type', 'natural_name'],
  unique: [['device_type', 'name']] as const,
  naturalKey: ['device_type.manufacturer.name', 'device_type.model', 'name'],
  display: displayComponent,
  filterable: ['name', 'label', 'description'] as const,
};

/** The filters every template has; those by time are not among them. */
export const templateFilters = (): Record<string, Filter | undefined> => ({
  q: by.search({ name: 'icontains', id: 'iexact' }),
  device_type: by.relation('device_type', { key: 'model' }),
  created: undefined,
  last_updated: undefined,
});
