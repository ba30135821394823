import { device, given, paths, placed, ref } from './common.mjs';

const at = (name) => `/api/extras/${name}/`;
const secrets = at('secrets');
const secretsGroups = at('secrets-groups');
const schemas = at('config-context-schemas');

const oneType = (w) => w.one(['dcim.device', 'dcim.location', 'nope.nothing', 'tenancy.tenant']);
const moreTypes = (w) => w.one([['dcim.device'], ['dcim.device', 'dcim.location'], ['dcim.location'], []]);
const code = (w) => w.one(['{{ obj.name }}', '{% for x in y %}', 'plain', '', '{{ obj.nope.nope }}']);

/** What people add to objects: webhooks, links, templates, computed fields, schemas, secrets, saved queries. */
export const platform = {
  given: [...placed, given.deviceType('plain'), device('box')],
  kinds: {
    [at('webhooks')]: {
      most: 5,
      make: (w) => ({
        name: `w${w.below(6)}-{{run}}`,
        content_types: moreTypes(w),
        type_create: w.chance(0.5),
        type_update: w.chance(0.4),
        type_delete: w.chance(0.3),
        payload_url: w.one(['http://example.com/a', 'http://example.com/b', 'x', '']),
        http_method: w.one(['POST', 'PATCH', 'x']),
        http_content_type: w.one(['application/json', 'text/plain', '']),
        additional_headers: w.one(['', 'X-A: b', 'broken']),
        body_template: code(w),
        secret: w.one(['', 's']),
        ssl_verification: w.chance(0.7),
        ca_file_path: w.one([null, null, '/etc/ca']),
      }),
    },
    [at('custom-links')]: {
      most: 4,
      make: (w) => ({
        name: `l${w.below(5)}-{{run}}`,
        content_type: oneType(w),
        text: code(w),
        target_url: w.one(['http://example.com/', '{{ obj.name }}', '']),
        weight: w.one([100, 0, 40000]),
        group_name: w.one(['', 'g']),
        button_class: w.one(['default', 'primary', 'x']),
        new_window: w.chance(0.5),
      }),
    },
    [at('export-templates')]: {
      most: 4,
      make: (w) => ({
        name: `e${w.below(4)}-{{run}}`,
        content_type: oneType(w),
        template_code: code(w),
        mime_type: w.one(['', 'text/csv']),
        file_extension: w.one(['', 'csv', '.txt', 'muchtoolongforit']),
      }),
    },
    [at('computed-fields')]: {
      most: 5,
      make: (w) => ({
        label: `C ${w.below(6)} {{run}}`,
        key: w.one([undefined, `k${w.below(5)}_{{run}}`, '1x', 'a-b']),
        content_type: oneType(w),
        template: code(w),
        fallback_value: w.one(['', 'none']),
        weight: w.one([100, 1]),
        advanced_ui: w.chance(0.3),
      }),
      change: (w) =>
        w.one([{ label: 'D {{run}}' }, { key: 'other' }, { template: code(w) }, { content_type: oneType(w) }]),
    },
    [schemas]: {
      most: 3,
      make: (w) => ({
        name: `s${w.below(4)}-{{run}}`,
        data_schema: w.one([
          { type: 'object', properties: { a: { type: 'integer' } } },
          { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] },
          { type: 'object', additionalProperties: false, properties: { a: { type: 'string', minLength: 2 } } },
          { properties: { a: {} } },
          { type: 'array' },
          {},
          'x',
        ]),
      }),
    },
    [paths.contexts]: {
      most: 4,
      make: (w) => ({
        name: `c${w.below(5)}-{{run}}`,
        data: w.one([{ a: 1 }, { a: 'x' }, { a: 'long' }, { b: 1 }]),
        config_context_schema: w.maybe(schemas, 0.6),
      }),
    },
    [secrets]: {
      most: 4,
      make: (w) => ({
        name: `s${w.below(5)}-{{run}}`,
        provider: w.one(['environment-variable', 'text-file', 'nope']),
        parameters: w.one([
          { variable: 'X' },
          { path: '/tmp/x' },
          {},
          { variable: '' },
          [],
          'x',
          { variable: 'X', y: 1 },
        ]),
      }),
    },
    [secretsGroups]: { most: 3, make: (w) => ({ name: `g${w.below(4)}-{{run}}`, description: w.one(['', 'd']) }) },
    [at('secrets-groups-associations')]: {
      most: 5,
      make: (w) => ({
        secrets_group: w.any(secretsGroups),
        secret: w.any(secrets),
        access_type: w.one(['Generic', 'HTTP(S)', 'x']),
        secret_type: w.one(['password', 'username', 'x']),
      }),
    },
    [at('graphql-queries')]: {
      most: 3,
      make: (w) => ({
        name: `q${w.below(4)}-{{run}}`,
        query: w.one([
          '{ devices { name } }',
          'query ($a: String, $b: Int) { devices { name } }',
          '{ nope',
          '',
          'query ($a: [String] = ["x"]) { devices(name: $a) { name } }',
        ]),
      }),
    },
    [paths.statuses]: {
      most: 3,
      make: (w) => ({
        name: `t${w.below(4)}-{{run}}`,
        color: w.one(['ff0000', 'FF0000', 'x']),
        content_types: moreTypes(w),
      }),
    },
  },
  actions: [
    (w) => ({
      method: 'PATCH',
      path: `${paths.devices}${ref('box')}/`,
      body: w.one([
        { local_config_context_data: { a: w.one([1, 'x', 'long']) } },
        { local_config_context_schema: w.maybe(schemas) },
        { local_config_context_schema: w.maybe(schemas), local_config_context_data: w.one([null, { a: 1 }]) },
        { secrets_group: w.maybe(secretsGroups) },
        { status: w.any(paths.statuses) },
      ]),
    }),
    () => ({ method: 'GET', path: `${paths.devices}${ref('box')}/`, query: { include: 'config_context' } }),
    () => ({ method: 'GET', path: `${paths.devices}${ref('box')}/`, query: { include: 'computed_fields' } }),
    (w) => ({ method: 'GET', path: `${secrets}${w.any(secrets)}/check/` }),
    (w) => ({
      method: 'POST',
      path: `${at('graphql-queries')}${w.any(at('graphql-queries'))}/run/`,
      body: { variables: w.one([{}, { a: 'x' }, { a: ['x'], b: 'y' }]) },
    }),
  ],
};
