import { by, defineModel, f, firstProblem, inOrder, organizational } from '@plumbline/model';
import { nameIsNotReserved, nestingIsNotInUse, parentIsKeptWhileInUse } from '../rules/locationTypes';

/** A kind of location, such as region, site or floor: which kind it stands in and what may stand there. */
export const LocationType = defineModel('dcim.locationtype', {
  endpoint: 'location-types',
  menu: [{ under: ['Inventory', 'Organization'], at: 260 }],
  title: 'location type',
  description: 'Kinds of locations: which kind each stands in, and what may stand there.',
  listed: ['name', 'nestable', 'content_types', 'description'],
  traits: [organizational, { webhooks: true, customLinks: true, exportTemplates: true }],
  tree: { parent: 'parent', sortBy: 'name' },
  fields: {
    content_types: f
      .contentTypes({ referringTo: 'dcim.location' })
      .default(() => [])
      .label('Permitted object types'),
    name: f.text(100).unique(),
    description: f.text(200).default(''),
    nestable: f.bool().default(false).describe('Whether locations of this type may stand inside one another.'),
    parent: f.ref('dcim.locationtype', { reverse: 'children', onDelete: 'cascade' }).optional(),
  },
  filterable: ['name', 'description', 'nestable', 'parent'],
  filters: {
    q: by.search({ name: 'icontains', id: 'iexact' }),
    content_types: by.labels('content_types', { referringTo: 'dcim.location' }),
  },
  guarded: ['nestable', 'parent'],
  validate: [inOrder(firstProblem(nameIsNotReserved), nestingIsNotInUse, parentIsKeptWhileInUse)],
});
