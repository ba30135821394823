import type { Shown } from '../worldBuilder';
import type { Definitions } from './definitions';
import type { Devices } from './devices';
import type { Panels } from './panels';
import type { Places } from './places';
import type { Tenancy } from './tenancy';
import type { Tools } from './tools';

/** Circuits. */
export function makeCircuits(
  { named, add, brief, choice, generic }: Tools,
  {
    briefAsn,
    asns,
    sites,
    rooms,
    regions,
    tagged,
    tenants,
    cable,
    interfaces,
    far,
  }: Places & Definitions & Tenancy & Devices & Panels,
) {
  const providers = ['Telia', 'Lumen'].map((name, index) =>
    named('circuits/providers', name, {
      comments: 'A provider',
      asns: index ? [briefAsn(asns[0]), briefAsn(asns[1])] : [briefAsn(asns[2])],
      tags: tagged(0),
    }),
  );
  const accounts = ['A-1', 'A-2'].map((account, index) =>
    add('circuits/provider-accounts', {
      provider: brief(providers[0]),
      name: index ? 'Second' : '',
      account,
      description: '',
      comments: '',
    }),
  );
  const cloud = add('circuits/provider-networks', {
    provider: brief(providers[0]),
    name: 'MPLS',
    service_id: 'svc',
    description: 'A network',
    comments: 'Wide',
  });
  const circuitType = named('circuits/circuit-types', 'Internet', { color: '2196f3', comments: '' });
  const circuitGroup = named('circuits/circuit-groups', 'Redundant', { comments: '' });
  const circuits = [0, 1, 2].map((index) =>
    add('circuits/circuits', {
      cid: `C-${index}`,
      display: `C-${index}`,
      provider: brief(providers[0]),
      provider_account: brief(accounts[0]),
      type: brief(circuitType),
      status: choice(index === 2 ? 'decommissioned' : 'active'),
      tenant: brief(tenants[0]),
      install_date: '2021-03-04',
      termination_date: '2031-03-04',
      commit_rate: 100_000,
      distance: 12.5,
      distance_unit: choice('km'),
      description: 'A circuit',
      comments: 'To the world',
      tags: tagged(0),
      assignments: index ? [] : [{ id: 1, display: 'Redundant: Primary' }],
    }),
  );
  add('circuits/circuit-group-assignments', {
    group: brief(circuitGroup),
    ...generic('member', 'circuits.circuit', circuits[0]!),
    priority: choice('primary'),
  });
  const end = (circuit: Shown, side: string, type: string, target: Shown, fields: Record<string, unknown> = {}) =>
    add('circuits/circuit-terminations', {
      circuit: brief(circuit),
      term_side: side,
      ...generic('termination', type, target),
      port_speed: 1_000_000,
      upstream_speed: null,
      description: 'An end',
      tags: tagged(0),
      ...fields,
    });
  const hand = end(circuits[0]!, 'A', 'dcim.site', sites[0]!);
  end(circuits[0]!, 'Z', 'circuits.providernetwork', cloud);
  end(circuits[1]!, 'A', 'dcim.location', rooms[0]!);
  end(circuits[1]!, 'Z', 'dcim.region', regions[0]!);
  cable([['circuits.circuittermination', hand]], [['dcim.interface', far(0, 'Gi1/0/2')]], { type: 'smf' });
  const virtualType = named('circuits/virtual-circuit-types', 'Pseudowire', { color: '', comments: '' });
  const virtualCircuit = add('circuits/virtual-circuits', {
    cid: 'VC-1',
    provider_network: brief(cloud),
    type: brief(virtualType),
    status: choice('active'),
    description: '',
    comments: '',
  });
  add('circuits/virtual-circuit-terminations', {
    virtual_circuit: brief(virtualCircuit),
    role: choice('peer'),
    interface: brief(interfaces[0]),
    description: '',
  });
  return { providers };
}

export type Circuits = ReturnType<typeof makeCircuits>;
