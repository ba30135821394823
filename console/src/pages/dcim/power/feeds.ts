import { quoted, useGraph } from '../../../api/graph';
import { cableFields, type GraphCable } from '../../../cabling/ends';

interface Draw {
  id: string;
  name: string;
  maximum_draw: number | null;
  allocated_draw: number | null;
}

interface Inlet extends Draw {
  device: { id: string; display: string; role: { name: string; color: string } | null } | null;
  power_outlets:
    | {
        id: string;
        name: string;
        feed_leg: string | null;
        cable_peer: (Partial<Draw> & { id?: string; device?: Inlet['device'] }) | null;
      }[]
    | null;
}

/** A power feed with what hangs on it, as GraphQL answers. */
export interface Feed {
  id: string;
  name: string;
  type: string;
  supply: string;
  phase: string;
  voltage: number;
  amperage: number;
  max_utilization: number;
  /** Watts that may be drawn. */
  available_power: number;
  status: { name: string; color: string } | null;
  rack: { id: string; display: string } | null;
  power_panel: { id: string; display: string } | null;
  cable: GraphCable | null;
  cable_peer: (Partial<Inlet> & { id?: string }) | null;
}

const device = 'device { id display role { name color } }';
const draw = 'id name maximum_draw allocated_draw';
const fields = `id name type supply phase voltage amperage max_utilization available_power status { name color }
  rack { id display } power_panel { id display } cable { ${cableFields} }
  cable_peer { ... on PowerPortType { ${draw} ${device}
    power_outlets { id name feed_leg cable_peer { ... on PowerPortType { ${draw} ${device} } } } } }`;

/** Feeds with everything that hangs on them, in one request, by an argument of GraphQL's list of them. */
export function useFeeds(argument: 'id' | 'power_panel' | 'rack', id: string) {
  const { data, error } = useGraph<{ power_feeds: Feed[] | null }>(
    `{ power_feeds(${argument}: ${quoted([id])}) { ${fields} } }`,
  );
  return { feeds: data ? (data.power_feeds ?? []) : undefined, error };
}

/** An outlet and what takes power at it. */
export interface Outlet {
  id: string;
  name: string;
  leg: string | null;
  port: { id: string; name: string; device: Inlet['device']; watts: number; most: number } | undefined;
}

/** What hangs on a feed. */
export interface Load {
  inlet: { id: string; name: string; device: Inlet['device'] } | undefined;
  outlets: Outlet[];
  /** Watts set aside, and at most. */
  allocated: number;
  maximum: number;
  /** Watts set aside by leg, where outlets say theirs. */
  legs: [leg: string, watts: number][];
}

/** What hangs on a feed: at the outlets of what is plugged in, or what that takes itself where it has none. */
export function loadOf({ cable_peer: peer }: Feed): Load {
  if (!peer?.id) return { inlet: undefined, outlets: [], allocated: 0, maximum: 0, legs: [] };
  const outlets = (peer.power_outlets ?? []).map((outlet): Outlet => {
    const far = outlet.cable_peer;
    return {
      id: outlet.id,
      name: outlet.name,
      leg: outlet.feed_leg,
      port: far?.id
        ? {
            id: far.id,
            name: far.name ?? '',
            device: far.device ?? null,
            watts: far.allocated_draw ?? 0,
            most: far.maximum_draw ?? 0,
          }
        : undefined,
    };
  });
  const legs = new Map<string, number>();
  for (const { leg, port } of outlets) if (leg !== null) legs.set(leg, (legs.get(leg) ?? 0) + (port?.watts ?? 0));
  const sum = (of: (port: NonNullable<Outlet['port']>) => number) =>
    outlets.reduce((total, { port }) => total + (port ? of(port) : 0), 0);
  const isSpread = outlets.length > 0 && (peer.allocated_draw ?? null) === null;
  return {
    inlet: { id: peer.id, name: peer.name ?? '', device: peer.device ?? null },
    outlets,
    allocated: isSpread ? sum(({ watts }) => watts) : (peer.allocated_draw ?? 0),
    maximum: isSpread ? sum(({ most }) => most) : (peer.maximum_draw ?? 0),
    legs: [...legs].sort(([one], [other]) => one.localeCompare(other)),
  };
}
