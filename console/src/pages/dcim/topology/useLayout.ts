import { useEffect, useMemo, useState } from 'react';
import type { LayoutAnswer, LayoutRequest } from './layout.worker';
import type { Topology } from './topology';

/** Where the devices of a topology stand, by id; laid out beside the page, which goes on meanwhile. */
export function useLayout(topology: Topology | undefined): ReadonlyMap<string, [x: number, y: number]> | undefined {
  // The same devices and links are not laid out again because something else about them was asked anew.
  const key =
    topology &&
    JSON.stringify({
      nodes: topology.nodes.map(({ id }) => id),
      links: topology.links.map(({ from, to }): [string, string] => [from, to]),
    } satisfies LayoutRequest);
  const [answer, setAnswer] = useState<{ key: string; places: LayoutAnswer }>();
  useEffect(() => {
    if (key === undefined) return;
    const worker = new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<LayoutAnswer>) => {
      setAnswer({ key, places: data });
      worker.terminate();
    };
    worker.postMessage(JSON.parse(key));
    return () => worker.terminate();
  }, [key]);
  return useMemo(() => {
    if (key === undefined || answer?.key !== key) return undefined;
    const { nodes } = JSON.parse(key) as LayoutRequest;
    return new Map(nodes.map((id, index) => [id, answer.places[index] ?? [0, 0]]));
  }, [key, answer]);
}
