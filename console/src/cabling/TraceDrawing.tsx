import { Link } from 'react-router';
import { Icon } from '../components/Icon';
import { Named } from '../components/Named';
import { StatusBadge } from '../components/StatusBadge';
import { isConnected, useCableWords } from './CableLine';
import { endKinds, type GraphCable } from './ends';
import { type Facts, type Segment, type Station, type StationFacts, type Stop, stopsOf } from './paths';
import classes from './TraceDrawing.module.css';

/** A path from its beginning to its end: what it leads through, and the cables between. `here` is where one looks from. */
export function TraceDrawing({ segments, facts, here }: { segments: Segment[]; facts: Facts; here: string }) {
  const stops = stopsOf(segments);
  const last = stops.at(-1);
  const end = last?.stations.at(-1);
  const split = last?.cable === undefined && end?.kind === 'dcim.rearport' ? facts.station(end.id) : undefined;
  const onward = split?.front_ports?.length ?? 0;
  return (
    <ol className={classes.path}>
      {stops.map((stop, index) => (
        <li key={stop.stations[0]?.id}>
          <StopCard stop={stop} facts={facts} here={here} isFirst={index === 0} isLast={stop === last} />
          {stop.cable !== undefined && <Cable cable={facts.cable(stop.cable)} leadsOn={stop !== last} />}
        </li>
      ))}
      {split && onward > 1 && (
        <li>
          <Split rearPort={split} />
        </li>
      )}
    </ol>
  );
}

function StopCard({
  stop,
  facts,
  here,
  isFirst,
  isLast,
}: {
  stop: Stop;
  facts: Facts;
  here: string;
  isFirst: boolean;
  isLast: boolean;
}) {
  const [first] = stop.stations;
  const known = first && facts.station(first.id);
  const color = known?.device?.role?.color;
  return (
    <div
      className={classes.stop}
      data-passing={(!isFirst && !isLast) || undefined}
      data-circuit={first?.kind === 'circuits.circuittermination' || undefined}
      style={color === undefined ? undefined : ({ '--color': `#${color}` } as React.CSSProperties)}
    >
      <Owner station={first} known={known} />
      <div className={classes.ports}>
        {stop.stations.map((station, index) => (
          <span key={station.id} className={classes.step}>
            {index > 0 && (
              <span className={classes.through}>
                <Icon name="chevronRight" size={12} />
                <span className="pl-visually-hidden">through to</span>
              </span>
            )}
            <Port station={station} known={facts.station(station.id)} isHere={station.id === here} />
          </span>
        ))}
      </div>
    </div>
  );
}

function Owner({ station, known }: { station: Station | undefined; known: StationFacts | undefined }) {
  if (!known) return <div className={classes.owner}>Something you may not see</div>;
  const { device, circuit, power_panel: panel } = known;
  if (device)
    return (
      <div className={classes.owner}>
        <span className={classes.name}>
          <Icon name="device" />
          <Link to={`/dcim/devices/${device.id}/`}>
            <Named text={device.display} />
          </Link>
          {device.role && <StatusBadge {...device.role} />}
        </span>
        <span className={classes.where}>
          {device.location && <Named text={device.location.display} />}
          {device.rack && (
            <>
              {' · '}
              <Link to={`/dcim/racks/${device.rack.id}/elevation/`}>
                <Named text={device.rack.display} />
              </Link>
            </>
          )}
        </span>
      </div>
    );
  if (circuit)
    return (
      <div className={classes.owner}>
        <span className={classes.name}>
          <Icon name="circuit" />
          <Link to={`/circuits/circuits/${circuit.id}/`}>
            <Named text={circuit.display} />
          </Link>
          {circuit.status && <StatusBadge {...circuit.status} />}
        </span>
        <span className={classes.where}>{circuit.provider && <Named text={circuit.provider.display} />}</span>
      </div>
    );
  return (
    <div className={classes.owner}>
      <span className={classes.name}>
        {panel ? (
          <Link to={`/dcim/power-panels/${panel.id}/`}>
            <Named text={panel.display} />
          </Link>
        ) : (
          station && endKinds[station.kind].one
        )}
      </span>
      <span className={classes.where}>{panel?.location && <Named text={panel.location.display} />}</span>
    </div>
  );
}

function Port({ station, known, isHere }: { station: Station; known: StationFacts | undefined; isHere: boolean }) {
  const { one, path } = endKinds[station.kind];
  const place = known?.location ?? known?.provider_network;
  return (
    <Link to={`${path}${station.id}/`} className={classes.port} data-here={isHere || undefined} title={one}>
      <span data-pl="mono">
        <Named text={known?.name ?? (known?.term_side === undefined ? one : `Side ${known.term_side}`)} />
      </span>
      {known?.rear_port_position !== undefined && <small>position {known.rear_port_position}</small>}
      {(known?.positions ?? 0) > 1 && <small>{known?.positions} positions</small>}
      {place && (
        <small>
          <Named text={place.display} />
        </small>
      )}
    </Link>
  );
}

function Cable({ cable, leadsOn }: { cable: GraphCable | undefined; leadsOn: boolean }) {
  return (
    <div
      className={classes.cable}
      data-planned={(cable && !isConnected(cable)) || undefined}
      style={cable && cable.color !== '' ? ({ '--color': `#${cable.color}` } as React.CSSProperties) : undefined}
    >
      <svg width="18" height="56" aria-hidden="true" focusable="false">
        <line x1="9" y1="0" x2="9" y2="56" className={classes.sheath} />
        <line x1="9" y1="0" x2="9" y2="56" className={classes.core} />
        <rect x="4" y="0" width="10" height="6" rx="1.5" className={classes.plug} />
        {leadsOn && <rect x="4" y="50" width="10" height="6" rx="1.5" className={classes.plug} />}
      </svg>
      {cable ? <CableWords cable={cable} /> : <span className={classes.words}>A cable you may not see</span>}
      {!leadsOn && <span className={classes.nowhere}>leads to nothing</span>}
    </div>
  );
}

function CableWords({ cable }: { cable: GraphCable }) {
  const words = useCableWords(cable);
  return (
    <span className={classes.words}>
      <Link to={`/dcim/cables/${cable.id}/`}>
        <Named text={cable.label || words} />
      </Link>
      {cable.label !== '' && <span>{words}</span>}
      {cable.status && <StatusBadge {...cable.status} />}
    </span>
  );
}

function Split({ rearPort }: { rearPort: StationFacts }) {
  const ports = [...(rearPort.front_ports ?? [])].sort(
    (one, other) => one.rear_port_position - other.rear_port_position,
  );
  return (
    <div className={classes.split}>
      <strong>The path splits here</strong>
      <span>
        <Named text={rearPort.name ?? ''} /> leads to {ports.length} front ports; which of them is meant, the way here
        does not say.
      </span>
      <ul>
        {ports.map((port) => (
          <li key={port.id}>
            <Link
              to={`/dcim/front-ports/${port.id}/${port.cable ? 'paths/' : ''}`}
              data-cabled={port.cable !== null || undefined}
            >
              <small>{port.rear_port_position}</small>
              <Named text={port.name} />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
