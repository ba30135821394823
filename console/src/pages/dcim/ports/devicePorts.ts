import { quoted, useGraph } from '../../../api/graph';
import {
  type Cabled,
  cabledFields,
  type End,
  type EndKind,
  endKinds,
  endOf,
  type GraphCable,
} from '../../../cabling/ends';

/** The kinds of ports devices have, in the order in which they are shown. */
export const portKinds = [
  'dcim.interface',
  'dcim.frontport',
  'dcim.rearport',
  'dcim.consoleport',
  'dcim.consoleserverport',
  'dcim.powerport',
  'dcim.poweroutlet',
] as const satisfies readonly EndKind[];

export type PortKind = (typeof portKinds)[number];

/** Whether something gets through at a port. */
export type Light = 'on' | 'waiting' | 'free' | 'off';

/** A port of a device, with what its cable leads to. */
export interface Port {
  kind: PortKind;
  id: string;
  name: string;
  label: string;
  /** As GraphQL names the choice. */
  type: string | null;
  isDisabled: boolean;
  isManagement: boolean;
  /** Whether a cable can be plugged in. */
  isPluggable: boolean;
  status: { name: string; color: string } | null;
  cable: GraphCable | undefined;
  /** What the cable is plugged into. */
  peer: End | undefined;
  /** Where the path ends, where that is something else. */
  endpoint: End | undefined;
  light: Light;
  /** What it belongs to on the device: a LAG, a parent, a rear port, a power port. */
  within: { words: string; name: string; path: string }[];
  addresses: { id: string; address: string }[];
  vlan: { id: string; vid: number } | null;
}

interface GraphPort extends Cabled {
  id: string;
  name: string;
  label: string;
  type: string | null;
  enabled?: boolean;
  mgmt_only?: boolean;
  status?: { name: string; color: string } | null;
  connected_endpoint_reachable?: boolean | null;
  lag?: { id: string; name: string } | null;
  parent_interface?: { id: string; name: string } | null;
  rear_port?: { id: string; name: string } | null;
  rear_port_position?: number;
  power_port?: { id: string; name: string } | null;
  ip_addresses?: { id: string; address: string }[] | null;
  untagged_vlan?: { id: string; vid: number } | null;
}

const own: Record<PortKind, string> = {
  'dcim.interface':
    'enabled mgmt_only status { name color } lag { id name } parent_interface { id name } ip_addresses { id address } untagged_vlan { id vid } connected_endpoint_reachable',
  'dcim.frontport': 'rear_port { id name } rear_port_position',
  'dcim.rearport': '',
  'dcim.consoleport': 'connected_endpoint_reachable',
  'dcim.consoleserverport': 'connected_endpoint_reachable',
  'dcim.powerport': 'connected_endpoint_reachable',
  'dcim.poweroutlet': 'power_port { id name } connected_endpoint_reachable',
};

const queryOf = (device: string): string =>
  `{ device(id: ${quoted(device)}) { id ${portKinds
    .map((kind) => `${endKinds[kind].many} { id name label type ${own[kind]} ${cabledFields(kind)} }`)
    .join(' ')} } }`;

/** As ports are numbered: Ethernet2 before Ethernet10. */
const natural = new Intl.Collator('en', { numeric: true });

/** All ports of a device, in one request. */
export function useDevicePorts(device: string) {
  const { data, error } = useGraph<{ device: Record<string, GraphPort[] | null> | null }>(queryOf(device));
  const found = data?.device;
  const ports =
    found === undefined
      ? undefined
      : portKinds.flatMap((kind) =>
          (found?.[endKinds[kind].many] ?? [])
            .map((port) => portOf(kind, port))
            .sort((one, other) => natural.compare(one.name, other.name)),
        );
  return { ports, error };
}

/** Types, as GraphQL names them, that take no cable. */
const unpluggable = /^(?:VIRTUAL|BRIDGE|LAG|IEEE802_11(?:A|G|N|AC|AD))$/;

function portOf(kind: PortKind, port: GraphPort): Port {
  const peer = endOf(port.cable_peer);
  const endpoint = endOf(port.connected_endpoint);
  const isDisabled = port.enabled === false;
  const isPassing = kind === 'dcim.frontport' || kind === 'dcim.rearport';
  const getsThrough = isPassing ? port.cable !== null : port.connected_endpoint_reachable === true;
  return {
    kind,
    id: port.id,
    name: port.name,
    label: port.label,
    type: port.type,
    isDisabled,
    isManagement: port.mgmt_only === true,
    isPluggable: kind !== 'dcim.interface' || !unpluggable.test(port.type ?? ''),
    status: port.status ?? null,
    cable: port.cable ?? undefined,
    peer,
    endpoint: endpoint && endpoint.id !== peer?.id ? endpoint : undefined,
    light: isDisabled ? 'off' : getsThrough ? 'on' : port.cable ? 'waiting' : 'free',
    within: withinOf(port),
    addresses: port.ip_addresses ?? [],
    vlan: port.untagged_vlan ?? null,
  };
}

function withinOf({
  lag,
  parent_interface: parent,
  rear_port: rear,
  rear_port_position: position,
  power_port: power,
}: GraphPort) {
  return [
    ...(lag ? [{ words: 'in', name: lag.name, path: `/dcim/interfaces/${lag.id}/` }] : []),
    ...(parent ? [{ words: 'of', name: parent.name, path: `/dcim/interfaces/${parent.id}/` }] : []),
    ...(rear ? [{ words: `${position} of`, name: rear.name, path: `/dcim/rear-ports/${rear.id}/` }] : []),
    ...(power ? [{ words: 'fed by', name: power.name, path: `/dcim/power-ports/${power.id}/` }] : []),
  ];
}

/** What a light says. */
export const lightWords: Record<Light, string> = {
  on: 'connected',
  waiting: 'cabled, but leads nowhere yet',
  free: 'free',
  off: 'switched off',
};
