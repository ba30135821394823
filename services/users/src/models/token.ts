import { bare, by, defineModel, f, where } from '@plumbline/model';
import { keyIsFree, prepareKeys } from '../rules/tokens';

/** A key that lets a program act for its user. Everybody sees only their own. */
export const Token = defineModel('users.token', {
  endpoint: 'tokens',
  title: 'token',
  description: 'Keys that let programs act for a user; everybody sees only their own.',
  traits: [bare],
  pageless: true,
  fields: {
    key: f.sealed({ minLength: 40, maxLength: 40 }),
    key_digest: f.text().hidden().with({ unique: true }),
    key_ending: f.text().hidden(),
    expires: f.dateTime().optional(),
    write_enabled: f.bool().default(true),
    description: f.text(200).default(''),
    created: f.dateTime().readOnly(),
    user: f.ref('users.user', { onDelete: 'cascade' }).hidden(),
  },
  order: ['created'],
  naturalKey: ['id'],
  display: (row) => `${row.key_ending} (${row['user.username']})`,
  displayNeeds: ['user.username'],
  filterable: ['key', 'write_enabled', 'created', 'expires', 'description'],
  filters: { q: by.search({ description: 'icontains', id: 'iexact' }) },
  restrict: ({ userId }) => where('user', 'exact', userId),
  prepare: [prepareKeys],
  validate: [keyIsFree],
});
