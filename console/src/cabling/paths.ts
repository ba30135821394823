import type { RelatedObject } from '../api/types';
import { cableFields, type EndKind, endKinds, type GraphCable, isEndKind } from './ends';

/** A cable with what it is plugged into, by ids; there may be none at a port that a path ends at. */
export interface Segment {
  near: Station;
  cable: string | undefined;
  far: Station | undefined;
}

/** Something that a path leads over. */
export interface Station {
  kind: EndKind;
  id: string;
}

type Light = Pick<RelatedObject, 'id' | 'object_type'>;

const stationOf = (object: Light | null | undefined): Station | undefined =>
  object && isEndKind(object.object_type) ? { kind: object.object_type, id: String(object.id) } : undefined;

/** Segments as `…/trace/` answers with them. */
export function segmentsOfTrace(trace: readonly (readonly (Light | null)[])[]): Segment[] {
  return trace.flatMap(([nearEnd, cable, farEnd]) => {
    const near = stationOf(nearEnd);
    return near ? [{ near, cable: cable ? String(cable.id) : undefined, far: stationOf(farEnd) }] : [];
  });
}

/** A path as `…/paths/` answers with it. */
export interface CablePath {
  id: string;
  origin: Light | null;
  destination: Light | null;
  /** Cables and what they are plugged into, between the two. */
  path: (Light | null)[];
  is_active: boolean;
  is_split: boolean;
}

/** The segments of such a path. */
export function segmentsOfPath({ origin, path, destination }: CablePath): Segment[] {
  const stations: (Light | null | undefined)[] = [origin, ...path];
  while (stations.length % 3 !== 2) stations.push(undefined);
  stations.push(destination);
  const segments: Segment[] = [];
  for (let start = 0; start < stations.length; start += 3) {
    const near = stationOf(stations[start]);
    if (near)
      segments.push({
        near,
        cable: stations[start + 1] ? String(stations[start + 1]!.id) : undefined,
        far: stationOf(stations[start + 2]),
      });
  }
  return segments;
}

/** What something on the way is and what it is part of. */
export interface StationFacts {
  id: string;
  name?: string;
  term_side?: string;
  positions?: number;
  rear_port_position?: number;
  device?: {
    id: string;
    display: string;
    role: { name: string; color: string } | null;
    rack: { id: string; display: string } | null;
    location: { id: string; display: string } | null;
    device_type: { display: string } | null;
  } | null;
  power_panel?: { id: string; display: string; location: { id: string; display: string } | null } | null;
  circuit?: {
    id: string;
    display: string;
    provider: { display: string } | null;
    status: { name: string; color: string } | null;
  } | null;
  location?: { id: string; display: string } | null;
  provider_network?: { id: string; display: string } | null;
  front_ports?: { id: string; name: string; rear_port_position: number; cable: { id: string } | null }[] | null;
}

const ofDevice =
  'name device { id display role { name color } rack { id display } location { id display } device_type { display } }';
const factFields: Partial<Record<EndKind, string>> = {
  'dcim.frontport': `${ofDevice} rear_port_position`,
  'dcim.rearport': `${ofDevice} positions front_ports { id name rear_port_position cable { id } }`,
  'dcim.powerfeed': 'name power_panel { id display location { id display } }',
  'circuits.circuittermination':
    'term_side location { id display } provider_network { id display } circuit { id display provider { display } status { name color } }',
};

/** The question for all that is drawn of some segments; undefined where there are none. */
export function factsQuery(segments: readonly Segment[]): string | undefined {
  const byKind = new Map<EndKind, Set<string>>();
  const cables = new Set<string>();
  for (const { near, cable, far } of segments) {
    for (const station of far ? [near, far] : [near]) {
      const ids = byKind.get(station.kind) ?? new Set();
      byKind.set(station.kind, ids.add(station.id));
    }
    if (cable !== undefined) cables.add(cable);
  }
  const parts = [...byKind].map(
    ([kind, ids]) => `${endKinds[kind].many}(id: ${JSON.stringify([...ids])}) { id ${factFields[kind] ?? ofDevice} }`,
  );
  if (cables.size > 0) parts.push(`cables(id: ${JSON.stringify([...cables])}) { ${cableFields} }`);
  return parts.length === 0 ? undefined : `{ ${parts.join(' ')} }`;
}

/** What is known of stations and cables, by id. */
export interface Facts {
  station(id: string): StationFacts | undefined;
  cable(id: string): GraphCable | undefined;
}

/** The answer to `factsQuery`, by id. */
export function factsById(answer: Record<string, unknown> | undefined): Facts {
  const stations = new Map<string, StationFacts>();
  const cables = new Map<string, GraphCable>();
  for (const [name, list] of Object.entries(answer ?? {}))
    for (const one of (list ?? []) as (StationFacts | GraphCable)[])
      if (name === 'cables') cables.set(one.id, one as GraphCable);
      else stations.set(one.id, one as StationFacts);
  return { station: (id) => stations.get(id), cable: (id) => cables.get(id) };
}

/** Ends on one device or circuit, one after another on the way: where a path comes in, and where it goes out. */
export interface Stop {
  stations: Station[];
  /** The cable that leads on from here; none at the end. */
  cable: string | undefined;
}

/** A path as the stops it is made of. */
export function stopsOf(segments: readonly Segment[]): Stop[] {
  const stops: Stop[] = [];
  for (const { near, cable, far } of segments) {
    const last = stops.at(-1);
    if (last && last.cable === undefined) {
      last.stations.push(near);
      last.cable = cable;
    } else stops.push({ stations: [near], cable });
    if (far) stops.push({ stations: [far], cable: undefined });
  }
  return stops;
}
