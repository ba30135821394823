/** What a cable can be plugged into, and what is known of each kind. */
export const endKinds = {
  'dcim.interface': { type: 'InterfaceType', one: 'interface', path: '/dcim/interfaces/', many: 'interfaces' },
  'dcim.frontport': { type: 'FrontPortType', one: 'front port', path: '/dcim/front-ports/', many: 'front_ports' },
  'dcim.rearport': { type: 'RearPortType', one: 'rear port', path: '/dcim/rear-ports/', many: 'rear_ports' },
  'dcim.consoleport': {
    type: 'ConsolePortType',
    one: 'console port',
    path: '/dcim/console-ports/',
    many: 'console_ports',
  },
  'dcim.consoleserverport': {
    type: 'ConsoleServerPortType',
    one: 'console server port',
    path: '/dcim/console-server-ports/',
    many: 'console_server_ports',
  },
  'dcim.powerport': { type: 'PowerPortType', one: 'power port', path: '/dcim/power-ports/', many: 'power_ports' },
  'dcim.poweroutlet': {
    type: 'PowerOutletType',
    one: 'power outlet',
    path: '/dcim/power-outlets/',
    many: 'power_outlets',
  },
  'dcim.powerfeed': { type: 'PowerFeedType', one: 'power feed', path: '/dcim/power-feeds/', many: 'power_feeds' },
  'circuits.circuittermination': {
    type: 'CircuitTerminationType',
    one: 'circuit termination',
    path: '/circuits/circuit-terminations/',
    many: 'circuit_terminations',
  },
} as const;

export type EndKind = keyof typeof endKinds;

export const isEndKind = (label: string): label is EndKind => label in endKinds;

const ports = ['dcim.frontport', 'dcim.rearport'] as const;
const lines = ['dcim.interface', 'dcim.consoleport', 'dcim.consoleserverport', ...ports] as const;

/** What a cable from each kind may lead to, the likeliest first; the server's rules decide. */
export const fitting: Record<EndKind, readonly EndKind[]> = {
  'dcim.interface': ['dcim.interface', ...ports, 'circuits.circuittermination'],
  'dcim.frontport': [...lines, 'circuits.circuittermination'],
  'dcim.rearport': ['dcim.rearport', 'dcim.frontport', ...lines.slice(0, 3), 'circuits.circuittermination'],
  'dcim.consoleport': ['dcim.consoleserverport', ...ports],
  'dcim.consoleserverport': ['dcim.consoleport', ...ports],
  'dcim.powerport': ['dcim.poweroutlet', 'dcim.powerfeed'],
  'dcim.poweroutlet': ['dcim.powerport'],
  'dcim.powerfeed': ['dcim.powerport'],
  'circuits.circuittermination': ['dcim.interface', ...ports, 'circuits.circuittermination'],
};

/** What a path from each kind may end at. */
const pathEnds: Partial<Record<EndKind, readonly EndKind[]>> = {
  'dcim.interface': ['dcim.interface', 'circuits.circuittermination'],
  'dcim.consoleport': ['dcim.consoleserverport'],
  'dcim.consoleserverport': ['dcim.consoleport'],
  'circuits.circuittermination': ['dcim.interface', 'circuits.circuittermination'],
};

/** An end as GraphQL answers with it. */
export interface GraphEnd {
  __typename: string;
  id: string;
  name?: string;
  term_side?: string;
  device?: { id: string; display: string } | null;
  circuit?: { id: string; display: string } | null;
  power_panel?: { id: string; display: string } | null;
}

/** What a cable is plugged into. */
export interface End {
  kind: EndKind;
  id: string;
  name: string;
  /** The address of its page. */
  path: string;
  /** The device, circuit or panel it is part of. */
  owner: { id: string; name: string; path: string } | undefined;
}

const owners: Record<EndKind, string> = {
  'dcim.interface': 'name device { id display }',
  'dcim.frontport': 'name device { id display }',
  'dcim.rearport': 'name device { id display }',
  'dcim.consoleport': 'name device { id display }',
  'dcim.consoleserverport': 'name device { id display }',
  'dcim.powerport': 'name device { id display }',
  'dcim.poweroutlet': 'name device { id display }',
  'dcim.powerfeed': 'name power_panel { id display }',
  'circuits.circuittermination': 'term_side circuit { id display }',
};

/** The fields of an end in GraphQL, where it may be of these kinds. */
export const endFields = (kinds: readonly EndKind[]): string =>
  `__typename ${[...new Set(kinds)].map((kind) => `... on ${endKinds[kind].type} { id ${owners[kind]} }`).join(' ')}`;

const kindByType = new Map(Object.entries(endKinds).map(([kind, { type }]) => [type as string, kind as EndKind]));

/** What GraphQL has answered, as an end; undefined for none, or one of another kind. */
export function endOf(shown: GraphEnd | null | undefined): End | undefined {
  const kind = shown && kindByType.get(shown.__typename);
  if (!shown?.id || !kind) return undefined;
  return {
    kind,
    id: shown.id,
    name: shown.name ?? `Side ${shown.term_side ?? '?'}`,
    path: `${endKinds[kind].path}${shown.id}/`,
    owner: ownerOf(shown),
  };
}

function ownerOf({ device, circuit, power_panel: panel }: GraphEnd): End['owner'] {
  if (device) return { id: device.id, name: device.display, path: `/dcim/devices/${device.id}/` };
  if (circuit) return { id: circuit.id, name: circuit.display, path: `/circuits/circuits/${circuit.id}/` };
  if (panel) return { id: panel.id, name: panel.display, path: `/dcim/power-panels/${panel.id}/` };
  return undefined;
}

/** A cable as GraphQL answers with it. */
export interface GraphCable {
  id: string;
  type: string | null;
  label: string;
  color: string;
  length: number | null;
  length_unit: string | null;
  status: { name: string; color: string } | null;
}

/** The fields of a cable in GraphQL. */
export const cableFields = 'id type label color length length_unit status { name color }';

/** What something that can be cabled is plugged into, and where the path from it ends. */
export interface Cabled {
  cable: GraphCable | null;
  cable_peer: GraphEnd | null;
  connected_endpoint?: GraphEnd | null;
}

/** The same, as GraphQL is asked for it. */
export function cabledFields(kind: EndKind): string {
  const ends = pathEnds[kind];
  const endpoint = ends ? `connected_endpoint { ${endFields(ends)} }` : '';
  return `cable { ${cableFields} } cable_peer { ${endFields(fitting[kind])} } ${endpoint}`;
}

/** A stored choice as GraphQL names it: `1000base-t` → `A_1000BASE_T`. */
export function choiceName(value: string | number): string {
  const name = String(value).replaceAll(/\W+/g, '_').toUpperCase();
  return /^[A-Z_]/.test(name) ? name : `A_${name}`;
}

/** What people read for a choice that GraphQL has named. */
export const choiceLabel = (
  name: string | null | undefined,
  choices: readonly { value: string | number; label: string }[] | undefined,
): string =>
  name === null || name === undefined
    ? ''
    : (choices?.find(({ value }) => choiceName(value) === name)?.label ?? name.replace(/^A_(?=\d)/, '').toLowerCase());

const units: Record<string, string> = { KM: 'km', M: 'm', CM: 'cm', MI: 'mi', FT: 'ft', IN: 'in' };

/** How long a cable is, with its unit; empty where nobody said. */
export const lengthOf = ({ length, length_unit: unit }: GraphCable): string =>
  length === null ? '' : `${length} ${units[unit ?? ''] ?? ''}`.trim();
