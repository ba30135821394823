import { changes, type DeleteEffect, type Effect, type Row, type Verdict } from '@plumbline/model';
import { ownIfThoroughfare, ownThoroughfares } from './locks';
import { originsOver, retrace } from './paths/store';
import type { Way } from './paths/walk';
import { endsOf, isEndpoint } from './places';
import { settle } from './settle';

const idsOf = (rows: readonly Row[]): unknown[] => rows.map(({ id }) => id);

/** After cables are made or get another status: follows all ways that lead over them. A loop is refused. */
export const plugIn: Effect = async (candidates, context) => {
  const made = candidates.filter(({ before }) => !before).map(({ row }) => row);
  const switched = candidates
    .filter((candidate) => candidate.before && changes(candidate, 'connected'))
    .map(({ row }) => row);
  if (made.length + switched.length === 0) return undefined;
  const ends = made.flatMap(endsOf);
  await ownIfThoroughfare(context.tx, [...ends, ...switched.flatMap(endsOf)]);
  const passing = await originsOver(context.tx, [...ends.map(({ id }) => id), ...idsOf(switched)]);
  const origins = [...ends.filter(isEndpoint), ...passing];
  const { ways, changed } = await retrace(context, origins);
  await settle(context, [...ends, ...changed]);
  return candidates.map(({ before, row }) => (before ? undefined : loopVerdict(ways, row.id)));
};

/** After cables have gone: their ends are free, and ways that led over them end there. */
export const unplug: DeleteEffect = async (cables, context) => {
  const ends = cables.flatMap(endsOf);
  await ownIfThoroughfare(context.tx, ends);
  const origins = await originsOver(context.tx, idsOf(cables));
  const { changed } = await retrace(context, origins);
  await settle(context, [...ends, ...changed]);
};

const loopVerdict = (ways: Way[], id: unknown): Verdict =>
  ways.some(({ looped, path }) => looped && path.some((place) => place.id === id))
    ? { __all__: ['The way along cables would come back to where it has been.'] }
    : undefined;

/** After front ports are made or lead elsewhere: ways that end or go on behind them are followed anew. */
export const reroute: Effect = async (candidates, context) => {
  const moved = candidates.filter(
    (candidate) => changes(candidate, 'rear_port') || changes(candidate, 'rear_port_position'),
  );
  if (moved.length === 0) return undefined;
  await ownThoroughfares(context.tx);
  const ways = await retraceOver(
    moved.flatMap(({ before, row }) => [row.id, row.rear_port, before?.rear_port ?? row.rear_port]),
    context,
  );
  return candidates.map(({ row }) => loopVerdict(ways, row.id));
};

/** After rear ports have more positions, or fewer. */
export const renumber: Effect = async (candidates, context) => {
  const changed = candidates.filter((candidate) => candidate.before && changes(candidate, 'positions'));
  if (changed.length === 0) return undefined;
  await ownThoroughfares(context.tx);
  const ways = await retraceOver(idsOf(changed.map(({ row }) => row)), context);
  return candidates.map(({ row }) => loopVerdict(ways, row.id));
};

/** After ports of panels have gone: no way leads through them any more. */
export const wallUp: DeleteEffect = async (ports, context) => {
  await ownThoroughfares(context.tx);
  await retraceOver(idsOf(ports), context);
};

async function retraceOver(
  ids: readonly unknown[],
  context: Parameters<typeof retrace>[0] & Parameters<typeof settle>[0],
): Promise<Way[]> {
  const origins = await originsOver(context.tx, ids);
  if (origins.length === 0) return [];
  const { ways, changed } = await retrace(context, origins);
  await settle(context, changed);
  return ways;
}
