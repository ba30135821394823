import { bare, by, defineModel, f, firstProblem, inOrder } from '@plumbline/model';
import { dynamicGroupOperators } from '../groups/choices';
import { lockMemberships } from '../groups/membershipLock';
import { groupsStaySound, isAnother, parentHasNoFilter, typesMatch } from '../groups/membershipRules';

/** How the members of one dynamic group count in another. */
export const DynamicGroupMembership = defineModel('extras.dynamicgroupmembership', {
  endpoint: 'dynamic-group-memberships',
  title: 'dynamic group membership',
  description: 'How the members of dynamic groups count in others.',
  introduction: 'Manage Dynamic Group Memberships through DELETE, GET, POST, PUT, and PATCH requests.',
  listed: [],
  traits: [bare],
  fields: {
    operator: f.plainChoice(dynamicGroupOperators),
    weight: f.int({ min: 0, max: 32767 }),
    group: f.ref('extras.dynamicgroup', { reverse: 'parent_memberships', onDelete: 'cascade' }),
    parent_group: f.ref('extras.dynamicgroup', { reverse: 'dynamic_group_memberships', onDelete: 'cascade' }),
  },
  order: ['parent_group', 'weight', 'group'],
  unique: [['group', 'parent_group', 'operator', 'weight']],
  naturalKey: ['group.name', 'parent_group.name', 'operator', 'weight'],
  display: (row) => `${row['parent_group.name']} > ${row.operator} (${row.weight}) > ${row['group.name']}`,
  displayNeeds: ['group.name', 'parent_group.name'],
  filterable: ['weight'],
  filters: {
    group: by.relation('group'),
    created: by.absentDateTime(),
    last_updated: by.absentDateTime(),
    parent_group: by.relation('parent_group'),
    operator: by.choice('operator', dynamicGroupOperators, { anyText: true }),
    q: by.search({ id: 'iexact', operator: 'icontains', 'group.name': 'icontains', 'parent_group.name': 'icontains' }),
  },
  needs: { group: ['content_type'], parent_group: ['content_type', 'filter'] },
  beforeLock: [lockMemberships],
  validate: [inOrder(firstProblem(parentHasNoFilter, typesMatch, isAnother), groupsStaySound)],
});
