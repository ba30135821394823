import { by, defineModel, f, firstProblem, inOrder, plain } from '@plumbline/model';
import { lookUpsHaveTheirValues } from '../rules/constraints';
import { actionsAreNamed } from '../rules/permissions';

/** What its users and groups may do with which objects. */
export const ObjectPermission = defineModel('users.objectpermission', {
  endpoint: 'permissions',
  title: 'permission',
  className: 'ObjectPermission',
  description: 'What users and groups may do with which objects; several permissions add up.',
  traits: [plain, { changeLog: true }],
  pageless: true,
  fields: {
    object_types: f.contentTypes('any'),
    name: f.text(100).unique(),
    description: f.text(200).default(''),
    enabled: f.bool().default(true),
    actions: f.texts().describe('`view`, `add`, `change`, `delete`, or the name of a further action.'),
    constraints: f
      .json()
      .optional()
      .describe(
        'Look-ups the objects have to satisfy, all of one dictionary or any dictionary of a list; null for all objects.',
      ),
    groups: f.many('auth.group', { reverse: 'object_permissions', columnType: 'bigint' }),
    users: f.many('users.user', { reverse: 'object_permissions' }),
  },
  filterable: ['name', 'enabled', 'description'],
  filters: {
    object_types: by.labelNumber('object_types'),
    users: by.relation('users', { key: 'username' }),
    groups: by.relation('groups', { keyOnly: true }),
    groups_id: by.relationId('groups'),
    created: undefined,
    last_updated: undefined,
  },
  validate: [inOrder(firstProblem(actionsAreNamed), lookUpsHaveTheirValues)],
});
