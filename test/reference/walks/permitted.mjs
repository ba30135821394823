import { active, device, given, interfaceOf, paths, placed, ref } from './common.mjs';

/** What the walker is told to be allowed, and does in their own name; the rest of the walk is the administrator's. */
const own = { auth: 'Token {{key}}' };
const password = 'Walks-With-Care-1';

/** Where constraints lead, to one object and to several, in the same service and in others. */
const constraints = {
  [paths.tenants]: (w) =>
    w.one([
      { name__startswith: `t${w.below(3)}` },
      { description: w.one(['', 'a', 'b']) },
      { tenant_group__name: `g${w.below(3)}-{{run}}` },
      { tenant_group__isnull: true },
      { tags__name: `l${w.below(3)}-{{run}}` },
      { devices__name: `d${w.below(4)}-{{run}}` },
      { tenant_group__description: 'a', description: 'a' },
    ]),
  [paths.tenantGroups]: (w) =>
    w.one([{ description: 'a' }, { parent__name: `g${w.below(3)}-{{run}}` }, { tenants__description: 'a' }]),
  [paths.tags]: (w) => w.one([{ color: '00ff00' }, { name__in: ['l0-{{run}}', 'l1-{{run}}'] }]),
  [paths.devices]: (w) =>
    w.one([
      { name: `d${w.below(4)}-{{run}}` },
      { tenant__description: w.one(['', 'a']) },
      { tenant__isnull: false },
      { status__name: 'Active' },
      { location__name__startswith: 'here' },
      { interfaces__name: `if${w.below(4)}` },
      { interfaces__enabled: true, serial: '' },
      { role__name: 'r-{{run}}', comments__icontains: 'A' },
      { tags__name: `l${w.below(3)}-{{run}}` },
    ]),
  [paths.interfaces]: (w) =>
    w.one([
      { device__name: `d${w.below(4)}-{{run}}` },
      { enabled: true },
      { device__tenant__description: 'a' },
      { ip_addresses__mask_length: 24 },
      { type__in: ['virtual', 'lag'] },
      { lag__name: 'if1' },
    ]),
  [paths.prefixes]: (w) =>
    w.one([
      { prefix_length__gte: 24 },
      { network: '192.0.2.0' },
      { tenant__description: 'a' },
      { parent__isnull: true },
      { namespace__name: 'ns-{{run}}', type: 'network' },
    ]),
  [paths.addresses]: (w) =>
    w.one([
      { mask_length: 24 },
      { dns_name__startswith: 'd' },
      { parent__prefix_length: 24 },
      { tenant__tenant_group__isnull: true },
      { interfaces__name: 'if1' },
    ]),
};
const models = {
  [paths.tenants]: 'tenancy.tenant',
  [paths.tenantGroups]: 'tenancy.tenantgroup',
  [paths.tags]: 'extras.tag',
  [paths.devices]: 'dcim.device',
  [paths.interfaces]: 'dcim.interface',
  [paths.prefixes]: 'ipam.prefix',
  [paths.addresses]: 'ipam.ipaddress',
};
const users = '/api/users/users/';
const tokens = '/api/users/tokens/';
const permissions = '/api/users/permissions/';

const tagsOf = (w) => (w.chance(0.3) ? [w.any(paths.tags) ?? ref('tag')] : []);
const tenantOf = (w) => w.maybe(paths.tenants, 0.6);

/** What there is to be permitted. */
const subjects = {
  [paths.tenants]: {
    most: 6,
    make: (w) => ({
      name: `t${w.below(8)}-{{run}}`,
      description: w.one(['', 'a', 'b']),
      tenant_group: w.maybe(paths.tenantGroups),
      tags: tagsOf(w),
    }),
  },
  [paths.tenantGroups]: {
    most: 4,
    make: (w) => ({
      name: `g${w.below(5)}-{{run}}`,
      description: w.one(['', 'a', 'b']),
      parent: w.maybe(paths.tenantGroups, 0.3),
    }),
  },
  [paths.tags]: {
    most: 4,
    make: (w) => ({
      name: `l${w.below(5)}-{{run}}`,
      color: w.one(['00ff00', 'ff0000']),
      content_types: ['dcim.device', 'tenancy.tenant'],
    }),
  },
  [paths.devices]: {
    most: 5,
    make: (w) => ({
      name: `d${w.below(6)}-{{run}}`,
      device_type: ref('plain'),
      role: ref('role'),
      location: ref(w.one(['here', 'away'])),
      status: w.one([active, { name: 'Planned' }]),
      tenant: tenantOf(w),
      comments: w.one(['', 'a note']),
      tags: tagsOf(w),
    }),
  },
  [paths.interfaces]: {
    most: 8,
    make: (w) => ({
      ...interfaceOf(w, w.any(paths.devices) ?? ref('first')),
      enabled: w.chance(0.5),
      lag: w.maybe(paths.interfaces, 0.2),
    }),
  },
  [paths.prefixes]: {
    most: 5,
    make: (w) => ({
      prefix: w.one(['192.0.2.0/24', '192.0.2.0/26', '192.0.2.64/26', '198.51.100.0/25']),
      namespace: ref('ns'),
      status: active,
      tenant: tenantOf(w),
    }),
    // One that is renumbered keeps its parent in the reference.
    change: (w) => w.one([{ tenant: tenantOf(w) }, { description: w.one(['', 'd']) }]),
  },
  [paths.addresses]: {
    most: 8,
    make: (w) => ({
      address: `192.0.2.${w.below(12)}/${w.one([24, 26])}`,
      namespace: ref('ns'),
      status: active,
      tenant: tenantOf(w),
      dns_name: w.one(['', 'd1', 'x1']),
    }),
  },
};
const places = Object.keys(subjects);

/** What the walker does with one kind of objects, whether or not they may. */
const deeds = [
  (_w, path) => ({ method: 'GET', path, query: { limit: '100' } }),
  (w, path) => ({ method: 'GET', path: `${path}${w.any(path)}/` }),
  (w, path) => ({ method: 'GET', path: `${path}${w.any(path)}/`, query: { depth: '1' } }),
  (w, path) => ({ method: 'POST', path, body: subjects[path].make(w), makes: path }),
  (w, path) => ({ method: 'POST', path, body: [subjects[path].make(w), subjects[path].make(w)], makes: path }),
  (w, path) => ({ method: 'PATCH', path: `${path}${w.any(path)}/`, body: w.changeOf(subjects[path]) }),
  (w, path) => ({ method: 'DELETE', path: `${path}${w.any(path)}/` }),
  (w, path) => ({ method: 'DELETE', path, body: [{ id: w.any(path) }, { id: w.any(path) }] }),
  (w, path) => ({ method: 'GET', path: `${path}${w.any(path)}/notes/` }),
  (w, path) => ({ method: 'POST', path: `${path}${w.any(path)}/notes/`, body: { note: 'seen' } }),
];

const available = (w, what) => `${paths.prefixes}${w.any(paths.prefixes)}/available-${what}/`;

/** What there is to do with some kinds only. */
const others = [
  (w) => ({ method: 'GET', path: available(w, 'ips') }),
  (w) => ({ method: 'POST', path: available(w, 'ips'), body: { status: active }, makes: paths.addresses }),
  (w) => ({ method: 'GET', path: available(w, 'prefixes') }),
  (w) => ({
    method: 'POST',
    path: available(w, 'prefixes'),
    body: { prefix_length: 28, status: active },
    makes: paths.prefixes,
  }),
  (w) => ({ method: 'GET', path: `${paths.interfaces}${w.any(paths.interfaces)}/trace/` }),
  (w) => ({ method: 'GET', path: `${paths.devices}${w.any(paths.devices)}/napalm/`, query: { method: 'get_facts' } }),
  (w) => ({
    method: 'PUT',
    path: `${paths.tenants}${w.any(paths.tenants)}/`,
    body: subjects[paths.tenants].make(w),
  }),
  () => ({ method: 'GET', path: '/api/users/permissions/' }),
  () => ({ method: 'GET', path: '/api/users/users/' }),
  () => ({ method: 'GET', path: '/api/users/tokens/', query: { exclude: 'key' } }),
  () => ({ method: 'GET', path: '/api/users/config/' }),
  () => ({ method: 'GET', path: '/api/extras/object-changes/' }),
  () => ({ method: 'GET', path: '/api/extras/notes/' }),
  () => ({
    method: 'POST',
    path: '/api/graphql/',
    body: { query: '{ tenants { name } devices { name interfaces { name } } }' },
  }),
];

/** A user who may do some things, and does all kinds of them; the administrator goes on changing what they may. */
export const permitted = {
  given: [
    ...placed,
    given.deviceType('plain'),
    device('first'),
    ['ns', paths.namespaces, { name: 'ns-{{run}}' }],
    ['tag', paths.tags, { name: 'tag-{{run}}', content_types: ['dcim.device', 'tenancy.tenant'] }],
    ['walker', users, { username: 'walker-{{run}}', password, is_active: true }],
    [
      'own',
      permissions,
      { name: 'own-{{run}}', object_types: ['users.token'], actions: ['add', 'view'], users: [ref('walker')] },
    ],
    ['token', tokens, {}, { auth: `basic:walker-{{run}}:${password}`, capture: { key: 'key' } }],
  ],
  kinds: {
    [permissions]: {
      most: 7,
      make: (w) => {
        const many = [w.one(places), w.one(places)].slice(w.below(2));
        return {
          name: `p${w.count}-{{run}}`,
          enabled: w.chance(0.9),
          object_types: [...new Set(many.map((path) => models[path]))],
          actions: ['view', 'add', 'change', 'delete'].filter(() => w.chance(0.7)),
          constraints:
            many.length > 1
              ? w.one([null, {}, {}])
              : w.one([
                  null,
                  constraints[many[0]](w),
                  constraints[many[0]](w),
                  [constraints[many[0]](w), constraints[many[0]](w)],
                ]),
          users: [ref('walker')],
        };
      },
      change: (w) => ({ enabled: w.chance(0.8) }),
    },
    ...subjects,
  },
  share: 0.6,
  actions: [(w) => ({ ...own, ...(w.chance(0.15) ? w.one(others)(w) : w.one(deeds)(w, w.one(places))) })],
};
