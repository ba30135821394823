import type { Label } from '@plumbline/model';

/** Something a cable path leads over: a cable, or anything a cable can be plugged into. */
export interface Termination {
  type: Label;
  id: string;
}

/** Names a termination: ids tell apart those of one type. */
export const keyOf = ({ type, id }: Termination): string => `${type} ${id}`;

/** A cable as found from one of its ends, and what the cable path needs to know of the thing at its other end. */
export interface Hop {
  cable: string;
  connected: boolean;
  far: Termination;
  /** The other end is a front port: the rear port behind it, how many positions that has, and which of them this is. */
  rear?: { id: string; positions: number; position: number };
  /** The other end is a rear port: its positions, and the front port at the one that was asked for or the only one. */
  front?: { id: string | undefined; positions: number };
}

/** What a walk cannot go on without: the cable at a termination, or the other end of the circuit that a termination ends. */
export type Need =
  | {
      ask: 'hop';
      at: Termination /** Where on a rear port of several positions the cable path would go on. */;
      position?: number;
    }
  | { ask: 'otherEnd'; of: string };

/** What is known of it; undefined: there is none. */
export type Answer = Hop | string | undefined;

/** Where the cables from an origin lead. */
export interface TracedPath {
  origin: Termination;
  /** Cables and ports between origin and destination, in order. */
  path: Termination[];
  destination: Termination | undefined;
  /** There is a destination and all cables on the cable path are connected. */
  active: boolean;
  /** It ends at a rear port whose positions it might all go on from. */
  split: boolean;
  /** It would come back to where it has been, and ends before it does. */
  looped: boolean;
}

const frontPort = (id: string): Termination => ({ type: 'dcim.frontport', id });
const rearPort = (id: string): Termination => ({ type: 'dcim.rearport', id });
const circuitEnd = (id: string): Termination => ({ type: 'circuits.circuittermination', id });

/**
 * Follows the cables from an origin through panels and circuits. It knows nothing of what is plugged where: it yields
 * what it needs to know next, is resumed with the answer, and returns the cable path. Rear ports of several positions are left
 * by the position through which the last such one on the cable path was entered.
 */
export function* walk(origin: Termination): Generator<Need, TracedPath, Answer> {
  const cablePath: TracedPath = {
    origin,
    path: [],
    destination: undefined,
    active: false,
    split: false,
    looped: false,
  };
  const seen = new Set<string>();
  const positions: number[] = [];
  let connected = true;
  let node: Termination | undefined = origin;
  while (node) {
    const hop = (yield need(node, positions.at(-1))) as Hop | undefined;
    if (!hop) break;
    const place = keyOf(node);
    if (seen.has(place)) {
      cablePath.looped = true;
      break;
    }
    seen.add(place);
    connected &&= hop.connected;
    cablePath.path.push({ type: 'dcim.cable', id: hop.cable });
    node = yield* cross(cablePath, hop, positions);
  }
  cablePath.active = connected && cablePath.destination !== undefined;
  return cablePath;
}

const need = (at: Termination, position: number | undefined): Need => ({
  ask: 'hop',
  at,
  ...(position === undefined ? {} : { position }),
});

/** Goes through what stands at the other end of a cable; answers from where the cable path goes on, if it does. */
function* cross(
  cablePath: TracedPath,
  { far, rear, front }: Hop,
  positions: number[],
): Generator<Need, Termination | undefined, Answer> {
  if (rear) {
    cablePath.path.push(far, rearPort(rear.id));
    if (rear.positions > 1) positions.push(rear.position);
    return rearPort(rear.id);
  }
  if (front) {
    cablePath.path.push(far);
    if (front.positions > 1 && positions.pop() === undefined) {
      cablePath.split = true;
      return undefined;
    }
    if (front.id === undefined) return undefined;
    cablePath.path.push(frontPort(front.id));
    return frontPort(front.id);
  }
  const beyond = far.type === 'circuits.circuittermination' ? yield { ask: 'otherEnd', of: far.id } : undefined;
  if (typeof beyond !== 'string') {
    cablePath.destination = far;
    return undefined;
  }
  cablePath.path.push(far, circuitEnd(beyond));
  return circuitEnd(beyond);
}
