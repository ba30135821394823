import { bare, by, defineModel, f } from '@plumbline/model';

/** Users who are given permissions together. */
export const Group = defineModel('auth.group', {
  app: 'users',
  endpoint: 'groups',
  title: 'group',
  description: 'Users who are given permissions together.',
  traits: [bare],
  keyType: 'int',
  fields: {
    user_count: f.count('users.user', 'groups'),
    name: f.text(150).unique(),
  },
  filterable: ['name'],
  filters: { q: by.search({ name: 'icontains', id: 'number' }) },
});
