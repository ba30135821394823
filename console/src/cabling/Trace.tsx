import { Skeleton } from '@mantine/core';
import { messageOf } from '../api/apiError';
import { useGraph } from '../api/graph';
import { objectPath, usePath } from '../api/objects';
import type { RelatedObject } from '../api/types';
import { Notice } from '../components/Notice';
import type { ObjectProps } from '../pages/registration';
import { isConnected } from './CableLine';
import { type GraphCable, lengthOf } from './ends';
import { type Facts, factsById, factsQuery, type Segment, segmentsOfTrace } from './paths';
import classes from './Trace.module.css';
import { TraceDrawing } from './TraceDrawing';

/** Where the cable at something leads in the end. */
export function Trace({ model, object }: ObjectProps) {
  const trace = usePath<(RelatedObject | null)[][]>(`${objectPath(model, object.id)}trace/`);
  const segments = trace.data && segmentsOfTrace(trace.data);
  const query = segments && factsQuery(segments);
  const facts = useGraph<Record<string, unknown>>(query ?? '', query !== undefined);
  const error = trace.error ?? facts.error;
  if (error) return <Notice title="The way cannot be followed">{messageOf(error)}</Notice>;
  if (segments?.length === 0) return <Notice icon="cable" title="No cable is plugged in here" />;
  if (!segments || !facts.data) return <Waiting />;
  const known = factsById(facts.data);
  return (
    <div className={classes.page}>
      <Summary segments={segments} facts={known} reachable={object.connected_endpoint_reachable === true} />
      <TraceDrawing segments={segments} facts={known} here={String(object.id)} />
    </div>
  );
}

/** What stands where a path will be drawn. */
export function Waiting() {
  return (
    <div className={classes.page} aria-busy="true">
      <Skeleton height={20} width={260} radius="sm" />
      <Skeleton height={76} maw={704} radius="lg" />
      <Skeleton height={76} maw={704} radius="lg" mt={44} />
    </div>
  );
}

/** How far a path leads, and whether it gets there. */
export function Summary({ segments, facts, reachable }: { segments: Segment[]; facts: Facts; reachable: boolean }) {
  const cables = segments.flatMap(({ cable }) => (cable === undefined ? [] : [facts.cable(cable)]));
  const known = cables.filter((cable): cable is GraphCable => cable !== undefined);
  const planned = known.filter((cable) => !isConnected(cable)).length;
  const lengths = known.map(lengthOf).filter((length) => length !== '');
  return (
    <p className={classes.summary}>
      <strong data-reachable={reachable || undefined}>
        {reachable ? 'Connected all the way' : planned > 0 ? 'Not plugged in all the way' : 'Does not reach an end'}
      </strong>
      <span>
        {cables.length} {cables.length === 1 ? 'cable' : 'cables'}
      </span>
      {lengths.length > 0 && (
        <span>
          {lengths.join(' + ')}
          {lengths.length < cables.length && ' + unknown'}
        </span>
      )}
    </p>
  );
}
