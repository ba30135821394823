import { by, defineModel, f, firstProblem, inOrder, organizational } from '@plumbline/model';
import { contentTypeStays, filterIsOne, filtersAreValid, isNobodysChild } from '../groups/rules';

/** Objects of one kind that belong together for as long as a filter finds them, or other groups make them up. */
export const DynamicGroup = defineModel('extras.dynamicgroup', {
  endpoint: 'dynamic-groups',
  menu: [{ under: ['Inventory', 'Devices'], at: 200 }],
  title: 'dynamic group',
  description:
    'Objects of one kind that belong together for as long as a filter finds them, or other groups make them up.',
  introduction: 'Manage Dynamic Groups through DELETE, GET, POST, PUT, and PATCH requests.',
  listed: [],
  traits: [organizational, { webhooks: true, customLinks: true, exportTemplates: true }],
  fields: {
    content_type: f.contentType({ having: 'dynamicGroups' }).with({ byLabel: 'everywhere' }),
    name: f.text(100).unique(),
    description: f.text(200).default(''),
    filter: f.json(),
    children: f.listOf('extras.dynamicgroupmembership', 'parent_group', {
      rootOnly: true,
      leadsTo: { to: 'extras.dynamicgroup', through: 'group', reverse: 'parents' },
    }),
  },
  order: ['content_type', 'name'],
  naturalKey: ['name'],
  filterable: ['name', 'description'],
  filters: {
    q: by.search({
      id: 'iexact',
      name: 'icontains',
      description: 'icontains',
      'content_type.app_label': 'icontains',
      'content_type.model': 'icontains',
    }),
    content_type: by.labels('content_type', { having: 'dynamicGroups' }, { conjoined: false }),
  },
  validate: [inOrder(firstProblem(contentTypeStays, filterIsOne), filtersAreValid)],
  beforeDelete: [isNobodysChild],
});
