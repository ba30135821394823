import { useGraph } from '../../../api/graph';

/** Devices that are drawn; of more nobody could make anything out. */
export const mostDevices = 1000;

/** A device in the drawing. */
export interface Node {
  id: string;
  name: string;
  role: { name: string; color: string } | null;
  status: { name: string; color: string } | null;
  type: string;
  place: string;
  /** Whether it is none of those that were asked for, but one of them leads to it. */
  isOutside: boolean;
}

/** Two devices that something connects, and by which interfaces. */
export interface Link {
  id: string;
  from: string;
  to: string;
  pairs: [from: string, to: string][];
}

/** Devices and what connects them. */
export interface Topology {
  nodes: Node[];
  links: Link[];
  /** How many devices nothing leads to. */
  alone: number;
  isCut: boolean;
}

interface Colored {
  name: string;
  color: string;
}

interface Answer {
  devices:
    | {
        id: string;
        display: string;
        role: Colored | null;
        status: Colored | null;
        device_type: { display: string } | null;
        rack: { display: string } | null;
        location: { display: string } | null;
        interfaces:
          | {
              id: string;
              name: string;
              connected_interface: { id: string; name: string; device: { id: string; display: string } | null } | null;
            }[]
          | null;
      }[]
    | null;
}

const fields = `id display role { name color } status { name color } device_type { display } rack { display } location { display }
  interfaces(connected: true) { id name connected_interface { id name device { id display } } }`;

/** Devices with what their interfaces lead to in the end, in one request; `found` are the arguments of GraphQL's list. */
export function useTopology(found: string | undefined, withAlone: boolean) {
  const { data, error } = useGraph<Answer>(
    `{ devices(${found ?? ''}, limit: ${mostDevices + 1}) { ${fields} } }`,
    found !== undefined,
  );
  return { topology: data && topologyOf(data, withAlone), error };
}

function topologyOf({ devices }: Answer, withAlone: boolean): Topology {
  const all = (devices ?? []).slice(0, mostDevices);
  const nodes = new Map<string, Node>(
    all.map((device) => [
      device.id,
      {
        id: device.id,
        name: device.display,
        role: device.role,
        status: device.status,
        type: device.device_type?.display ?? '',
        place: [device.location?.display, device.rack?.display].filter(Boolean).join(' · '),
        isOutside: false,
      },
    ]),
  );
  const links = new Map<string, Link>();
  const seen = new Set<string>();
  for (const device of all)
    for (const near of device.interfaces ?? []) {
      const far = near.connected_interface;
      if (!far?.device || far.device.id === device.id || seen.has(near.id)) continue;
      seen.add(far.id);
      if (!nodes.has(far.device.id))
        nodes.set(far.device.id, {
          id: far.device.id,
          name: far.device.display,
          role: null,
          status: null,
          type: '',
          place: '',
          isOutside: true,
        });
      const isForward = device.id < far.device.id;
      const [from, to] = isForward ? [device.id, far.device.id] : [far.device.id, device.id];
      const id = `${from} ${to}`;
      const link = links.get(id) ?? { id, from, to, pairs: [] };
      link.pairs.push(isForward ? [near.name, far.name] : [far.name, near.name]);
      links.set(id, link);
    }
  const linked = new Set([...links.values()].flatMap(({ from, to }) => [from, to]));
  const alone = all.filter(({ id }) => !linked.has(id)).length;
  return {
    nodes: [...nodes.values()].filter(({ id }) => withAlone || linked.has(id)),
    links: [...links.values()],
    alone,
    isCut: (devices?.length ?? 0) > mostDevices,
  };
}
