import { kindsHere, kindsNowhere } from './labels';
import { derived, isEmpty, type Mapping, nowhere, ref, to } from './language';
import { counters, itself } from './shared';

/** Somebody who may sign in once an administrator has set a password: no API tells those. */
export const netboxUser: Mapping = {
  from: 'users.user',
  list: 'users/users',
  to: { endpoint: 'users/users', label: 'users.user' },
  fields: {
    ...itself,
    username: to('username'),
    password: derived('no API tells it'),
    first_name: to('first_name'),
    last_name: to('last_name'),
    email: to('email'),
    is_staff: to('is_staff'),
    is_active: to('is_active'),
    date_joined: derived('the time of the import stands here'),
    last_login: derived('nobody has signed in here yet'),
    groups: ref('groups', 'users.group'),
    permissions: derived('the permissions say it'),
  },
};

export const group: Mapping = {
  from: 'users.group',
  list: 'users/groups',
  to: { endpoint: 'users/groups', label: 'auth.group' },
  fields: {
    ...itself,
    name: to('name'),
    description: nowhere('groups have no description here'),
    permissions: derived('the permissions say it'),
    ...counters('user_count'),
  },
};

/**
 * Constraints name fields as NetBox has them: what they would mean here nobody can say, and a permission without them
 * would grant more. Those that have some are for people to make anew.
 */
export const objectPermission: Mapping = {
  from: 'users.objectpermission',
  list: 'users/permissions',
  to: { endpoint: 'users/permissions', label: 'users.objectpermission' },
  fields: {
    ...itself,
    name: to('name'),
    description: to('description'),
    enabled: to('enabled'),
    object_types: derived('the kinds of objects here that these are'),
    actions: to('actions'),
    constraints: derived('permissions that have some are not taken'),
    groups: ref('groups', 'users.group'),
    users: ref('users', 'users.user'),
  },
  accepts: (object, context) => {
    const kinds = kindsHere(object.object_types);
    if (!isEmpty(object.constraints))
      context.nowhere(
        'users.objectpermission',
        object,
        '',
        'its constraints name fields of NetBox; make it anew, with constraints in words of this contract',
      );
    else if (kinds.length === 0)
      context.nowhere('users.objectpermission', object, '', 'there are no objects here of the kinds it is about');
    else {
      for (const label of kindsNowhere(object.object_types))
        context.nowhere('users.objectpermission', object, 'object_types', `there are no objects of ${label} here`);
      return true;
    }
    return false;
  },
  finish: (draft, object) => {
    draft.body.object_types = kindsHere(object.object_types).sort();
  },
};

export const owner: Mapping = {
  from: 'users.owner',
  list: 'users/owners',
  nowhere: 'objects have no owners here; they keep the name of theirs',
  fields: {},
};

export const ownerGroup: Mapping = {
  from: 'users.ownergroup',
  list: 'users/owner-groups',
  nowhere: 'objects have no owners here',
  fields: {},
};

export const token: Mapping = {
  from: 'users.token',
  list: 'users/tokens',
  nowhere: 'tokens are secrets; everybody makes their own here',
  onlyCounted: true,
  secret: ['key', 'token'],
  fields: {},
};
