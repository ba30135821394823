import { active, given, paths, ref } from './common.mjs';

const address = (w) => `10.${w.below(2)}.${w.below(3)}.${w.one([0, 1, 2, 3, 4, 5, 6, 7, 8, 16, 128, 255])}`;

const length = (w) => w.one([8, 16, 22, 24, 24, 25, 28, 29, 30, 31, 32]);

export const addresses = {
  given: [
    given.role,
    ['nsA', paths.namespaces, { name: 'a-{{run}}' }],
    ['nsB', paths.namespaces, { name: 'b-{{run}}' }],
    ['root', paths.prefixes, { prefix: '10.0.0.0/8', namespace: ref('nsA'), status: active, type: 'container' }],
    ['other', paths.prefixes, { prefix: '10.0.0.0/15', namespace: ref('nsB'), status: active }],
  ],
  kinds: {
    [paths.prefixes]: {
      most: 24,
      make: (w) => ({
        prefix: `${address(w)}/${length(w)}`,
        namespace: ref(w.one(['nsA', 'nsA', 'nsB'])),
        status: active,
        type: w.one(['container', 'network', 'network', 'pool']),
      }),
      change: (w) =>
        w.one([
          { type: w.one(['container', 'network', 'pool']) },
          { description: `d${w.below(9)}` },
          { role: w.one([null, ref('role')]) },
        ]),
      views: ['available-prefixes/'],
      stays: true,
    },
    [paths.addresses]: {
      most: 24,
      make: (w) => ({
        address: `${address(w)}/${length(w)}`,
        ...w.one([{ namespace: ref(w.one(['nsA', 'nsA', 'nsB'])) }, { parent: w.any(paths.prefixes) ?? ref('root') }]),
        status: active,
        type: w.one(['host', 'dhcp', 'slaac']),
        nat_inside: w.maybe(paths.addresses, 0.2),
      }),
      change: (w) =>
        w.one([
          { mask_length: length(w) },
          { address: `${address(w)}/${length(w)}` },
          { host: address(w) },
          { parent: w.any(paths.prefixes) ?? null },
          { namespace: ref(w.one(['nsA', 'nsB'])) },
          { nat_inside: w.maybe(paths.addresses) },
          { dns_name: w.one(['', 'a.example', 'B.Example', 'not valid']) },
          { type: w.one(['host', 'dhcp', 'slaac']) },
        ]),
    },
    [paths.vrfs]: {
      most: 4,
      make: (w) => ({
        name: `v${w.below(3)}`,
        rd: w.one([null, `65000:${w.below(4)}`]),
        namespace: ref(w.one(['nsA', 'nsB'])),
      }),
    },
  },
  actions: [
    (w) => ({
      method: 'POST',
      path: `${paths.prefixes}${w.any(paths.prefixes)}/available-prefixes/`,
      body: { prefix_length: length(w), status: active },
      makes: paths.prefixes,
    }),
  ],
};
