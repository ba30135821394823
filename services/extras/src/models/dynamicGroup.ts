import { by, defineModel, f, firstProblem, inOrder, organizational } from '@plumbline/model';
import { dynamicGroupContentTypes } from '../choices/dynamicGroupChoices';
import { contentTypeStays, filterIsOne, filtersMean, isNobodysChild } from '../rules/dynamicGroups';

/** Objects of one kind that belong together for as long as a filter finds them, or other groups make them up. */
export const DynamicGroup = defineModel('extras.dynamicgroup', {
  endpoint: 'dynamic-groups',
  title: 'dynamic group',
  description:
    'Objects of one kind that belong together for as long as a filter finds them, or other groups make them up.',
  introduction: 'Manage Dynamic Groups through DELETE, GET, POST, PUT, and PATCH requests.',
  listed: [],
  traits: [organizational],
  fields: {
    content_type: f.contentType(dynamicGroupContentTypes).with({ asListed: true }),
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
    content_type: by.labels('content_type', dynamicGroupContentTypes, { conjoined: false }),
  },
  validate: [inOrder(firstProblem(contentTypeStays, filterIsOne), filtersMean)],
  beforeDelete: [isNobodysChild],
});
