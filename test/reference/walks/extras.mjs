import { active, device, given, paths, placed, ref, somewhere } from './common.mjs';

const someTypes = (w) =>
  w.one([['dcim.device'], ['dcim.device', 'dcim.location'], ['dcim.location'], ['ipam.prefix'], []]);

export const extras = {
  given: [
    ...placed,
    given.deviceType('plain'),
    device('host1'),
    device('host2'),
    ['tenant', paths.tenants, { name: 't-{{run}}' }],
  ],
  kinds: {
    [paths.tags]: {
      most: 5,
      make: (w) => ({ name: `t${w.below(6)}-{{run}}`, color: w.one(['ff0000', 'x']), content_types: someTypes(w) }),
    },
    [paths.statuses]: { most: 4, make: (w) => ({ name: `s${w.below(5)}-{{run}}`, content_types: someTypes(w) }) },
    [paths.roles]: {
      most: 4,
      make: (w) => ({ name: `r${w.below(5)}-{{run}}`, weight: w.one([null, 5]), content_types: someTypes(w) }),
    },
    [paths.customFields]: {
      most: 7,
      make: (w) => {
        const type = w.one(['text', 'integer', 'boolean', 'select', 'multi-select', 'date', 'url', 'json', 'markdown']);
        return {
          label: `F ${w.below(9)} {{run}}`,
          type,
          content_types: someTypes(w),
          required: w.chance(0.15),
          default: w.one([null, null, null, 'x', 5, true, ['x'], '2026-01-01']),
          validation_minimum: w.one([null, null, 3]),
          validation_regex: w.one(['', '', '^a']),
          weight: w.one([100, 1]),
        };
      },
      change: (w) =>
        w.one([
          { content_types: someTypes(w) },
          { required: w.chance(0.3) },
          { default: w.one([null, 'x', 5]) },
          { type: 'text' },
          { label: `G ${w.below(9)}` },
          { key: `k${w.below(9)}` },
        ]),
    },
    [paths.choices]: {
      most: 8,
      make: (w) => ({ custom_field: w.any(paths.customFields), value: `c${w.below(4)}`, weight: w.one([100, 1]) }),
    },
    [paths.locations]: {
      most: 4,
      make: (w) => ({
        name: `xl${w.below(5)}`,
        location_type: ref('locationType'),
        status: w.maybe(paths.statuses) ?? active,
        tags: [w.any(paths.tags)].filter(Boolean),
      }),
    },
    [paths.contexts]: {
      most: 5,
      make: (w) => ({
        name: `x${w.below(6)}-{{run}}`,
        weight: w.one([1000, 5, 70000]),
        is_active: w.chance(0.8),
        data: w.one([{ a: w.below(5) }, { a: { b: w.below(3) }, l: [1] }, [1], { l: [2], z: null }]),
        locations: w.one([[], [ref('here')], [ref('there')]]),
        roles: w.one([[], [], [ref('role')]]),
        tenants: w.one([[], [], [ref('tenant')]]),
        tags: w.one([[], [], [w.any(paths.tags)].filter(Boolean)]),
      }),
    },
    [paths.groups]: {
      most: 4,
      make: (w) => ({
        name: `g${w.below(6)}-{{run}}`,
        content_type: w.one(['dcim.device', 'dcim.device', 'dcim.location']),
        filter: w.one([
          {},
          { name: ['host1-{{run}}'] },
          { location: ['here-{{run}}'] },
          { q: 'host' },
          { nope: 1 },
          { has_tenant: true },
          { status: ['Active'] },
          { tags: ['x'] },
        ]),
      }),
      views: ['members/'],
    },
    [paths.memberships]: {
      most: 5,
      make: (w) => ({
        parent_group: w.any(paths.groups),
        group: w.any(paths.groups),
        operator: w.one(['union', 'intersection', 'difference']),
        weight: w.below(30),
      }),
    },
    [paths.relationships]: {
      most: 4,
      make: (w) => ({
        label: `R ${w.below(6)} {{run}}`,
        type: w.one(['one-to-one', 'one-to-many', 'many-to-many', 'symmetric-many-to-many']),
        source_type: w.one(['dcim.device', 'dcim.location']),
        destination_type: w.one(['dcim.device', 'tenancy.tenant']),
        source_hidden: w.chance(0.2),
        source_filter: w.one([null, null, { name: ['host1-{{run}}'] }, { nope: 1 }]),
      }),
    },
    [paths.associationsOf]: {
      most: 6,
      make: (w) => {
        const [from, to] = [
          w.one([
            ['dcim.device', 'host1'],
            ['dcim.device', 'host2'],
            ['dcim.location', 'here'],
          ]),
          w.one([
            ['dcim.device', 'host1'],
            ['dcim.device', 'host2'],
            ['tenancy.tenant', 'tenant'],
          ]),
        ];
        return {
          relationship: w.any(paths.relationships),
          source_type: from[0],
          source_id: ref(from[1]),
          destination_type: to[0],
          destination_id: ref(to[1]),
        };
      },
    },
  },
  actions: [
    (w) => ({
      method: 'PATCH',
      path: `${paths.devices}${ref(w.one(['host1', 'host2']))}/`,
      body: w.one([
        { tags: [w.any(paths.tags)].filter(Boolean) },
        { status: w.any(paths.statuses) ?? active },
        { role: w.any(paths.roles) ?? ref('role') },
        { tenant: w.one([null, ref('tenant')]) },
        { location: somewhere(w) },
        {
          custom_fields: {
            [`f_${w.below(9)}_{{run}}`]: w.one([null, '', 'x', 'abc', 5, true, ['c1'], 'c1', '2026-01-01', { a: 1 }]),
          },
        },
        { local_config_context_data: w.one([null, { a: 9 }]) },
      ]),
    }),
    (w) => ({
      method: 'GET',
      path: `${paths.devices}${ref(w.one(['host1', 'host2']))}/`,
      query: { include: w.one(['config_context', 'relationships', 'computed_fields']) },
    }),
    (w) => ({
      method: 'PATCH',
      path: `${paths.locations}${ref('here')}/`,
      body: { custom_fields: { [`f_${w.below(9)}_{{run}}`]: w.one([null, 'x', 'abc', 5, true, ['c1'], 'c1']) } },
    }),
    () => ({ method: 'GET', path: `${paths.locations}${ref('here')}/`, query: { include: 'relationships' } }),
  ],
};
