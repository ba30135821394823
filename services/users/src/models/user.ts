import { usernamePattern } from '@plumbline/config';
import { bare, by, defineModel, f, firstProblem } from '@plumbline/model';
import { unusablePassword } from '../identity/passwords';
import { passwordsAreStrong } from '../rules/passwordPolicy';
import {
  endSessionsOfOldPasswords,
  forgetReplacedPasswords,
  hashPasswords,
  superusersAreDeletedBySuperusers,
  superusersAreMadeBySuperusers,
} from '../rules/users';

const usernameHint = 'Enter a valid username. This value may contain only letters, numbers, and @/./+/-/_ characters.';

/** Somebody who may sign in. */
export const User = defineModel('users.user', {
  endpoint: 'users',
  title: 'user',
  description: 'People and programs that may sign in.',
  traits: [bare],
  pageless: true,
  fields: {
    // Holds the hash; null stands for a password nobody can have until `hashPasswords` has seen it.
    password: f.text(128).writeOnly().defaultAlsoOnReplace(null).with({ withheldValue: unusablePassword }),
    last_login: f.dateTime().optional(),
    is_superuser: f.bool().default(false).label('Superuser status'),
    username: f
      .text(150)
      .unique('A user with that username already exists.')
      .matching(usernamePattern, usernameHint)
      .inForm({ pattern: '^[\\w.@+-]+\\Z' }),
    first_name: f.text(150).default(''),
    last_name: f.text(150).default(''),
    email: f.email().default('').label('Email address'),
    is_staff: f.bool().default(false).label('Staff status'),
    is_active: f.bool().default(true).label('Active'),
    date_joined: f.dateTime().default(() => new Date().toISOString()),
    config_data: f.json().default(() => ({})),
    groups: f.many('auth.group', { reverse: 'user_set', columnType: 'bigint' }),
  },
  order: ['username'],
  naturalKey: ['username'],
  display: ({ username }) => String(username),
  filterable: ['username', 'first_name', 'last_name', 'email', 'is_staff', 'is_active'],
  filters: {
    q: by.search({
      username: 'icontains',
      first_name: 'icontains',
      last_name: 'icontains',
      email: 'icontains',
      id: 'iexact',
    }),
    groups: by.relation('groups', { keyOnly: true }),
    groups_id: by.relationId('groups'),
    object_changes: by.relationId('object_changes', { isnull: true }),
    has_object_changes: by.has('object_changes'),
    object_permissions: by.relation('object_permissions', { isnull: true }),
    has_object_permissions: by.has('object_permissions'),
    rack_reservations_id: by.relationId('rack_reservations', { isnull: true }),
    has_rack_reservations: by.has('rack_reservations'),
  },
  prepare: [hashPasswords],
  validate: [passwordsAreStrong, firstProblem(superusersAreMadeBySuperusers)],
  afterSave: [endSessionsOfOldPasswords, forgetReplacedPasswords],
  beforeDelete: [superusersAreDeletedBySuperusers],
});
