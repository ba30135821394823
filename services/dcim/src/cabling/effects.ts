import { changes, changesStored, type DeleteEffect, type Effect, type Row, type RuleResult } from '@plumbline/model';
import { lockIfPassThrough, lockPassThrough } from './locks';
import { originsOver, retrace } from './paths/store';
import type { TracedPath } from './paths/walk';
import { endsOf, isEndpoint } from './terminations';
import { updateTerminations } from './updateTerminations';

const idsOf = (rows: readonly Row[]): unknown[] => rows.map(({ id }) => id);

/** After cables are made or get another status: follows all cable paths that lead over them. A loop is refused. */
export const connect: Effect = async (candidates, context) => {
  const made = candidates.filter(({ before }) => !before).map(({ row }) => row);
  const switched = candidates.filter((candidate) => changesStored(candidate, 'connected')).map(({ row }) => row);
  if (made.length + switched.length === 0) return undefined;
  const ends = made.flatMap(endsOf);
  await lockIfPassThrough(context.tx, [...ends, ...switched.flatMap(endsOf)]);
  const passing = await originsOver(context.tx, [...ends.map(({ id }) => id), ...idsOf(switched)]);
  const origins = [...ends.filter(isEndpoint), ...passing];
  const { cablePaths, changed } = await retrace(context, origins);
  await updateTerminations(context, [...ends, ...changed]);
  return candidates.map(({ before, row }) => (before ? undefined : loopResult(cablePaths, row.id)));
};

/** After cables have gone: their ends are free, and cable paths that led over them end there. */
export const disconnect: DeleteEffect = async (cables, context) => {
  const ends = cables.flatMap(endsOf);
  await lockIfPassThrough(context.tx, ends);
  const origins = await originsOver(context.tx, idsOf(cables));
  const { changed } = await retrace(context, origins);
  await updateTerminations(context, [...ends, ...changed]);
};

const loopResult = (cablePaths: TracedPath[], id: unknown): RuleResult =>
  cablePaths.some(({ looped, path }) => looped && path.some((termination) => termination.id === id))
    ? { __all__: ['The cable path would come back to where it has been.'] }
    : undefined;

/** After front ports are made or lead elsewhere: cable paths that end or go on behind them are followed anew. */
export const retraceFrontPorts: Effect = async (candidates, context) => {
  const moved = candidates.filter(
    (candidate) => changes(candidate, 'rear_port') || changes(candidate, 'rear_port_position'),
  );
  if (moved.length === 0) return undefined;
  await lockPassThrough(context.tx);
  const cablePaths = await retraceOver(
    moved.flatMap(({ before, row }) => [row.id, row.rear_port, before?.rear_port ?? row.rear_port]),
    context,
  );
  return candidates.map(({ row }) => loopResult(cablePaths, row.id));
};

/** After rear ports have more positions, or fewer. */
export const retraceRearPorts: Effect = async (candidates, context) => {
  const changed = candidates.filter((candidate) => changesStored(candidate, 'positions'));
  if (changed.length === 0) return undefined;
  await lockPassThrough(context.tx);
  const cablePaths = await retraceOver(idsOf(changed.map(({ row }) => row)), context);
  return candidates.map(({ row }) => loopResult(cablePaths, row.id));
};

/** After ports of panels have gone: no cable path leads through them any more. */
export const removePassThrough: DeleteEffect = async (ports, context) => {
  await lockPassThrough(context.tx);
  await retraceOver(idsOf(ports), context);
};

async function retraceOver(
  ids: readonly unknown[],
  context: Parameters<typeof retrace>[0] & Parameters<typeof updateTerminations>[0],
): Promise<TracedPath[]> {
  const origins = await originsOver(context.tx, ids);
  if (origins.length === 0) return [];
  const { cablePaths, changed } = await retrace(context, origins);
  await updateTerminations(context, changed);
  return cablePaths;
}
