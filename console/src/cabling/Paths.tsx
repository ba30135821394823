import { useState } from 'react';
import { messageOf } from '../api/apiError';
import { useGraph } from '../api/graph';
import { objectPath, usePath } from '../api/objects';
import { Named } from '../components/Named';
import { Notice } from '../components/Notice';
import type { ObjectProps } from '../pages/registration';
import { type CablePath, type Facts, factsById, factsQuery, type Segment, type Station, segmentsOfPath } from './paths';
import { Summary, Waiting } from './Trace';
import classes from './Trace.module.css';
import { TraceDrawing } from './TraceDrawing';

interface Drawn {
  id: string;
  segments: Segment[];
  isActive: boolean;
  isSplit: boolean;
  ends: [Station | undefined, Station | undefined];
}

/** All paths that lead over a port of a panel; both directions of one are shown as one. */
export function Paths({ model, object }: ObjectProps) {
  const found = usePath<CablePath[]>(`${objectPath(model, object.id)}paths/`);
  const paths = found.data && drawnOnce(found.data);
  const query = paths && factsQuery(paths.flatMap(({ segments }) => segments));
  const facts = useGraph<Record<string, unknown>>(query ?? '', query !== undefined);
  const [chosen, setChosen] = useState<string>();
  const error = found.error ?? facts.error;
  if (error) return <Notice title="The ways cannot be followed">{messageOf(error)}</Notice>;
  if (paths?.length === 0)
    return (
      <Notice icon="cable" title="No path leads over this port">
        A path begins at an interface, a console or a power port. Connect one to the other side of this panel.
      </Notice>
    );
  if (!paths || !facts.data) return <Waiting />;
  const known = factsById(facts.data);
  const current = paths.find(({ id }) => id === chosen) ?? paths[0]!;
  const drawing = (
    <div className={classes.drawing}>
      <Summary segments={current.segments} facts={known} reachable={current.isActive && !current.isSplit} />
      <TraceDrawing segments={current.segments} facts={known} here={String(object.id)} />
    </div>
  );
  if (paths.length === 1) return <div className={classes.page}>{drawing}</div>;
  return (
    <div className={classes.page}>
      <div className={classes.columns}>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is entered. */}
        <div className={classes.list} role="group" aria-label="Paths">
          {paths.map((path) => (
            <button key={path.id} type="button" aria-pressed={path === current} onClick={() => setChosen(path.id)}>
              <EndWords station={path.ends[0]} facts={known} />
              <span>
                → <EndWords station={path.ends[1]} facts={known} />
              </span>
            </button>
          ))}
        </div>
        {drawing}
      </div>
    </div>
  );
}

function EndWords({ station, facts }: { station: Station | undefined; facts: Facts }) {
  const known = station && facts.station(station.id);
  if (!station) return 'nothing yet';
  if (!known) return 'something you may not see';
  const owner = known.device ?? known.circuit ?? known.power_panel;
  return <Named text={`${owner?.display ?? ''} ${known.name ?? `Side ${known.term_side}`}`} />;
}

function drawnOnce(paths: readonly CablePath[]): Drawn[] {
  const seen = new Set<string>();
  return paths.flatMap((path) => {
    const segments = segmentsOfPath(path);
    const first = segments[0]?.near;
    const last = segments.at(-1)?.far ?? segments.at(-1)?.near;
    const key = [first?.id, last?.id].sort().join(' ');
    if (segments.length === 0 || seen.has(key)) return [];
    seen.add(key);
    return [
      { id: path.id, segments, isActive: path.is_active, isSplit: path.is_split, ends: [first, segments.at(-1)?.far] },
    ];
  });
}
