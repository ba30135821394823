import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from 'd3-force';

/** What is to be laid out: ids, and which of them are linked. */
export interface LayoutRequest {
  nodes: string[];
  links: [from: string, to: string][];
}

/** Where everything stands, in the order it was asked in. */
export type LayoutAnswer = [x: number, y: number][];

interface Placed extends SimulationNodeDatum {
  id: string;
  degree: number;
}

/** Rounds until nothing moves much; fewer for large drawings, which have to be there within a second. */
const roundsFor = (count: number): number => Math.max(90, Math.min(300, Math.round(45_000 / Math.max(count, 1))));

/** The same request is laid out in the same way each time. */
function layout({ nodes, links }: LayoutRequest): LayoutAnswer {
  const degrees = new Map<string, number>();
  for (const id of links.flat()) degrees.set(id, (degrees.get(id) ?? 0) + 1);
  const placed: Placed[] = nodes.map((id) => ({ id, degree: degrees.get(id) ?? 0 }));
  const rounds = roundsFor(nodes.length);
  const edges: SimulationLinkDatum<Placed>[] = links.map(([source, target]) => ({ source, target }));
  forceSimulation(placed)
    .alphaDecay(1 - 0.001 ** (1 / rounds))
    .force(
      'link',
      forceLink<Placed, SimulationLinkDatum<Placed>>(edges)
        .id(({ id }) => id)
        .distance(74),
    )
    .force(
      'charge',
      forceManyBody<Placed>()
        .strength(({ degree }) => -180 - 26 * Math.min(degree, 24))
        .distanceMax(900)
        // Crowds far away are reckoned with as one, somewhat sooner than usual.
        .theta(1.2),
    )
    .force('apart', forceCollide<Placed>(30))
    .force(
      'x',
      forceX<Placed>(0).strength(({ degree }) => (degree === 0 ? 0.14 : 0.045)),
    )
    .force(
      'y',
      forceY<Placed>(0).strength(({ degree }) => (degree === 0 ? 0.14 : 0.065)),
    )
    .stop()
    .tick(rounds);
  return placed.map(({ x = 0, y = 0 }) => [Math.round(x), Math.round(y)]);
}

self.onmessage = ({ data }: MessageEvent<LayoutRequest>) => self.postMessage(layout(data));
