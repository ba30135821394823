import { active, device, given, interfaceOf, part, paths, placed, ref } from './common.mjs';

export const cables = {
  given: [
    ...placed,
    given.deviceType('plain'),
    ['provider', '/api/circuits/providers/', { name: 'p-{{run}}' }],
    ['ctype', '/api/circuits/circuit-types/', { name: 'ct-{{run}}' }],
    ['pnet', '/api/circuits/provider-networks/', { name: 'pn-{{run}}', provider: ref('provider') }],
    ...['d1', 'd2', 'd3', 'panel1', 'panel2'].map((symbol) => device(symbol)),
    ...[1, 2].map((n) => part(`rp${n}`, paths.rearPorts, `panel${n}`, { type: '8p8c', positions: 2 })),
    ...[1, 2].flatMap((n) =>
      [1, 2].map((position) =>
        part(`fp${n}${position}`, paths.frontPorts, `panel${n}`, {
          type: '8p8c',
          rear_port: ref(`rp${n}`),
          rear_port_position: position,
        }),
      ),
    ),
    ...['d1', 'd2', 'd3'].flatMap((owner) => [
      part(`${owner}e0`, paths.interfaces, owner, { type: '1000base-t', status: active }),
      part(`${owner}e1`, paths.interfaces, owner, { type: '1000base-t', status: active }),
      part(`${owner}v`, paths.interfaces, owner, { type: 'virtual', status: active }),
      part(`${owner}c`, paths.consolePorts, owner),
      part(`${owner}s`, paths.consoleServerPorts, owner),
      part(`${owner}p`, paths.powerPorts, owner, { maximum_draw: 100, allocated_draw: 50 }),
      part(`${owner}o`, paths.powerOutlets, owner, { power_port: ref(`${owner}p`) }),
    ]),
    ['board', paths.powerPanels, { name: 'b-{{run}}', location: ref('here') }],
    ['feed', paths.powerFeeds, { name: 'f-{{run}}', power_panel: ref('board'), status: active }],
    [
      'circuit',
      paths.circuits,
      { cid: 'c-{{run}}', provider: ref('provider'), circuit_type: ref('ctype'), status: active },
    ],
    ['termA', paths.terminations, { circuit: ref('circuit'), term_side: 'A', location: ref('here') }],
    ['termZ', paths.terminations, { circuit: ref('circuit'), term_side: 'Z', location: ref('there') }],
  ],
  kinds: {
    [paths.cables]: {
      most: 9,
      make: (w) => {
        const ends = [cableEnd(w), cableEnd(w)];
        return {
          termination_a_type: ends[0][0],
          termination_a_id: ref(ends[0][1]),
          termination_b_type: ends[1][0],
          termination_b_id: ref(ends[1][1]),
          status: { name: w.one(['Connected', 'Connected', 'Planned', 'Decommissioning']) },
          type: w.one(['', 'cat6', 'mmf', 'power']),
          ...w.one([{}, { length: w.below(50), length_unit: w.one(['m', 'ft', 'cm', '']) }]),
        };
      },
      change: (w) =>
        w.one([
          { status: { name: w.one(['Connected', 'Planned']) } },
          { label: `l${w.below(5)}`, color: w.one(['', 'ff0000', 'red']) },
          { length: w.one([null, 3, 2.5]), length_unit: w.one(['m', '']) },
          { termination_a_id: ref(cableEnd(w)[1]) },
        ]),
    },
    [paths.interfaces]: { make: (w) => interfaceOf(w, ref(w.one(['d1', 'd2', 'd3']))), views: ['trace/'] },
    [paths.frontPorts]: {
      most: 6,
      make: (w) => ({
        device: ref(w.one(['panel1', 'panel2'])),
        name: `x${w.below(3)}`,
        type: '8p8c',
        rear_port: ref(w.one(['rp1', 'rp2'])),
        rear_port_position: 1 + w.below(3),
      }),
      views: ['paths/'],
    },
    [paths.rearPorts]: {
      make: (w) => ({
        device: ref(w.one(['panel1', 'panel2'])),
        name: `y${w.below(3)}`,
        type: '8p8c',
        positions: 1 + w.below(2),
      }),
      views: ['paths/'],
    },
    [paths.powerPorts]: {
      make: (w) => ({ device: ref(w.one(['d1', 'd2'])), name: `pp${w.below(4)}`, maximum_draw: w.one([null, 20]) }),
      views: ['trace/'],
    },
    [paths.powerOutlets]: {
      make: (w) => ({
        device: ref(w.one(['d1', 'd2'])),
        name: `po${w.below(4)}`,
        power_port: w.one([null, ref('d1p'), ref('d2p')]),
      }),
      views: ['trace/'],
    },
    [paths.consolePorts]: {
      make: (w) => ({ device: ref(w.one(['d1', 'd2'])), name: `cp${w.below(4)}` }),
      views: ['trace/'],
    },
    [paths.consoleServerPorts]: {
      make: (w) => ({ device: ref(w.one(['d1', 'd2'])), name: `cs${w.below(4)}` }),
      views: ['trace/'],
    },
    [paths.terminations]: {
      make: (w) => ({
        circuit: ref('circuit'),
        term_side: w.one(['A', 'Z']),
        ...w.one([
          { location: ref('here') },
          { provider_network: ref('pnet') },
          { location: ref('there'), provider_network: ref('pnet') },
        ]),
      }),
      views: ['trace/'],
    },
    [paths.powerFeeds]: {
      make: (w) => ({
        name: `f${w.below(4)}`,
        power_panel: ref('board'),
        status: active,
        phase: w.one(['single-phase', 'three-phase']),
      }),
      views: ['trace/'],
    },
  },
  actions: [
    (w) => ({ method: 'GET', path: `${paths.interfaces}${ref(w.one(['d1e0', 'd1e1', 'd2e0', 'd3e1']))}/trace/` }),
    (w) => ({ method: 'GET', path: `${paths.interfaces}${ref(w.one(['d1e0', 'd1e1', 'd2e0', 'd3e1']))}/` }),
    (w) => ({ method: 'GET', path: `${paths.frontPorts}${ref(w.one(['fp11', 'fp12', 'fp21', 'fp22']))}/paths/` }),
    (w) => ({ method: 'GET', path: `${paths.terminations}${ref(w.one(['termA', 'termZ']))}/trace/` }),
    (w) => ({ method: 'GET', path: `${paths.powerPorts}${ref(w.one(['d1p', 'd2p']))}/trace/` }),
    (w) => ({ method: 'GET', path: `${paths.interfaces}${ref(w.one(['d1e0', 'd2e0']))}/`, query: { depth: '1' } }),
  ],
};

/** The content type and symbol of something that a cable may lead to. */
function cableEnd(w) {
  const owner = w.one(['d1', 'd2', 'd3']);
  const kinds = {
    e0: 'interface',
    e1: 'interface',
    v: 'interface',
    c: 'consoleport',
    s: 'consoleserverport',
    p: 'powerport',
    o: 'poweroutlet',
  };
  const part = w.one(['e0', 'e0', 'e1', 'e1', 'e0', 'e1', 'v', 'c', 's', 'p', 'o']);
  return w.one([
    [`dcim.${kinds[part]}`, `${owner}${part}`],
    [`dcim.${kinds[part]}`, `${owner}${part}`],
    ['dcim.frontport', w.one(['fp11', 'fp12', 'fp21', 'fp22'])],
    ['dcim.rearport', w.one(['rp1', 'rp2'])],
    ['circuits.circuittermination', w.one(['termA', 'termZ'])],
    ['dcim.powerfeed', 'feed'],
  ]);
}
