import { active, paths, placed, ref, somewhere } from './common.mjs';

const at = (name) => `/api/circuits/${name}/`;
const providers = at('providers');
const networks = at('provider-networks');
const circuitTypes = at('circuit-types');
const users = '/api/users/users/';
const rirs = '/api/ipam/rirs/';
const targets = '/api/ipam/route-targets/';

/** Circuits and who provides them; users and what they are in; what addresses come from and where routes go. */
export const circuits = {
  given: [...placed, ['tenant', paths.tenants, { name: 't-{{run}}' }]],
  kinds: {
    [providers]: {
      most: 3,
      make: (w) => ({
        name: `p${w.below(4)}-{{run}}`,
        asn: w.one([null, 65000, 0, 4294967295, 4294967296]),
        account: w.one(['', 'a'.repeat(101), '12']),
        portal_url: w.one(['', 'http://example.com/', 'x']),
      }),
    },
    [networks]: { most: 4, make: (w) => ({ name: `n${w.below(4)}`, provider: w.any(providers) }) },
    [circuitTypes]: { most: 2, make: (w) => ({ name: `y${w.below(3)}-{{run}}` }) },
    [paths.circuits]: {
      most: 5,
      make: (w) => ({
        cid: `c${w.below(6)}`,
        provider: w.any(providers),
        circuit_type: w.any(circuitTypes),
        status: active,
        tenant: w.one([null, ref('tenant')]),
        install_date: w.one([null, '2026-01-01', '2026-13-01', '']),
        commit_rate: w.one([null, 1000, -1]),
      }),
    },
    [paths.terminations]: {
      most: 8,
      make: (w) => ({
        circuit: w.any(paths.circuits),
        term_side: w.one(['A', 'Z', 'X']),
        ...w.one([
          { location: somewhere(w) },
          { provider_network: w.any(networks) },
          { location: somewhere(w), provider_network: w.any(networks) },
          {},
        ]),
        port_speed: w.one([null, 100, -1]),
        xconnect_id: w.one(['', 'x']),
      }),
      // One that is moved leaves its circuit pointing at it in the reference.
      change: (w) => w.one([{ location: somewhere(w) }, { provider_network: w.maybe(networks) }, { port_speed: 5 }]),
    },
    [rirs]: { most: 2, make: (w) => ({ name: `r${w.below(3)}-{{run}}`, is_private: w.chance(0.5) }) },
    [targets]: {
      most: 4,
      make: (w) => ({
        name: `65000:${w.below(5)}`,
        description: w.one(['', 'd']),
        tenant: w.one([null, ref('tenant')]),
      }),
    },
    [paths.namespaces]: {
      most: 2,
      make: (w) => ({ name: `ns${w.below(3)}-{{run}}`, location: w.one([null, somewhere(w)]) }),
    },
    [paths.vrfs]: {
      most: 4,
      make: (w) => ({
        name: `v${w.below(4)}`,
        rd: w.one([null, '1:1', '2:2', '']),
        namespace: w.any(paths.namespaces),
        import_targets: [w.any(targets)].filter(Boolean),
        export_targets: w.one([[], [w.any(targets)].filter(Boolean)]),
      }),
    },
    [paths.prefixes]: {
      most: 4,
      make: (w) => ({
        prefix: w.one(['10.0.0.0/8', '10.1.0.0/16', '10.1.2.0/24']),
        namespace: w.any(paths.namespaces),
        status: active,
        rir: w.maybe(rirs),
        date_allocated: w.one([null, '2026-01-01T00:00:00Z', 'x']),
      }),
      change: (w) => w.one([{ rir: w.maybe(rirs) }, { type: w.one(['container', 'pool']) }, { description: 'd' }]),
    },
    [users]: {
      most: 4,
      make: (w) => ({
        username: w.one([`u${w.below(5)}-{{run}}`, 'a b', '']),
        password: w.one(['Long-Enough-1', 'x', '']),
        email: w.one(['', 'a@example.com', 'x']),
        is_staff: w.chance(0.3),
        is_active: w.chance(0.8),
      }),
    },
  },
};
