import { partsOfLabel, type Row } from '@plumbline/model';
import type { Draft } from '../../apply/draft';
import { kindsHere, kindsInOne, kindsNowhere, labelsHere } from './labels';
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

/** What a permission grants here: all objects of some kinds, and some objects of others. */
interface Granted {
  kinds: string[];
  /** Of kinds of theirs that share one here with others: those that are told from them by this. */
  apart: { label: string; kind: string; constraints: Row }[];
  /** Those that cannot be told from others. */
  alike: string[];
}

/** What the kinds that a permission is about come to here, without granting more than there. */
function grantedBy(objectTypes: unknown): Granted {
  const labels = (Array.isArray(objectTypes) ? objectTypes : []).map(String).filter((label) => labelsHere[label]);
  const granted: Granted = { kinds: [], apart: [], alike: [] };
  for (const kind of kindsHere(labels).sort()) {
    const all = kindsInOne[kind];
    const named = labels.filter((label) => labelsHere[label] === kind);
    if (!all || Object.keys(all).every((label) => named.includes(label))) granted.kinds.push(kind);
    else
      for (const label of named) {
        const constraints = all[label];
        if (constraints) granted.apart.push({ label, kind, constraints });
        else granted.alike.push(label);
      }
  }
  return granted;
}

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
    const { kinds, apart, alike } = grantedBy(object.object_types);
    const lose = (field: string, reason: string) => context.nowhere('users.objectpermission', object, field, reason);
    if (!isEmpty(object.constraints)) {
      lose('', 'its constraints name fields of NetBox; make it anew, with constraints in words of this contract');
      return false;
    }
    const reach = (label: string) =>
      `objects of ${label} are of one kind here with others that it is not about: make it anew, with constraints`;
    const isLost = kinds.length + apart.length === 0;
    if (isLost) lose('', alike[0] ? reach(alike[0]) : 'there are no objects here of the kinds it is about');
    else {
      for (const label of alike) lose('object_types', reach(label));
      for (const label of kindsNowhere(object.object_types))
        lose('object_types', `there are no objects of ${label} here`);
    }
    return !isLost;
  },
  finish: (draft, object) => {
    const { kinds, apart } = grantedBy(object.object_types);
    // It keeps its name and says what constrains it, if anything: it may have been about other kinds before.
    if (kinds.length > 0) Object.assign(draft.body, { object_types: kinds, constraints: null });
    else {
      const { kind, constraints } = apart.shift()!;
      Object.assign(draft.body, { object_types: [kind], constraints });
    }
    return apart.map(
      ({ label, kind, constraints }): Draft => ({
        ...draft,
        key: `permissionfor:${object.id} ${label}`,
        body: {
          ...draft.body,
          name: `${String(draft.body.name).slice(0, 80)} (${partsOfLabel(label).model})`,
          object_types: [kind],
          constraints,
        },
      }),
    );
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
