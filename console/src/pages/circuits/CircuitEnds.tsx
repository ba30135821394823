import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../api/apiError';
import { quoted, useGraph } from '../../api/graph';
import { useModels } from '../../api/models';
import { searchOf } from '../../api/request';
import { CableLine } from '../../cabling/CableLine';
import { ConnectDialog } from '../../cabling/ConnectDialog';
import { Disconnect } from '../../cabling/Disconnect';
import { EndLink } from '../../cabling/EndLink';
import { type Cabled, cabledFields, endOf } from '../../cabling/ends';
import { factsOf } from '../../components/facts';
import { Icon } from '../../components/Icon';
import { Named } from '../../components/Named';
import { Section } from '../../components/Section';
import type { ObjectProps } from '../registration';
import classes from './CircuitEnds.module.css';

const kind = 'circuits.circuittermination';

interface Termination extends Cabled {
  id: string;
  term_side: 'A' | 'Z';
  port_speed: number | null;
  upstream_speed: number | null;
  xconnect_id: string;
  pp_info: string;
  description: string;
  location: { id: string; display: string } | null;
  provider_network: { id: string; display: string } | null;
}

const query = (circuit: string) => `{ circuit_terminations(circuit: ${quoted([circuit])}) {
  id term_side port_speed upstream_speed xconnect_id pp_info description location { id display } provider_network { id display }
  ${cabledFields(kind)} } }`;

/** Both ends of a circuit: where they are, what is plugged in there, and what it leads to. */
export function CircuitEnds({ object }: ObjectProps) {
  const { data, error } = useGraph<{ circuit_terminations: Termination[] | null }>(query(String(object.id)));
  const ends = data?.circuit_terminations ?? [];
  return (
    <Section title="Both ends">
      {error ? (
        <p role="alert">{messageOf(error)}</p>
      ) : data === undefined ? (
        <Skeleton height={120} radius="sm" />
      ) : (
        <div className={classes.ends}>
          <End
            side="A"
            circuit={String(object.id)}
            name={object.display}
            end={ends.find((one) => one.term_side === 'A')}
          />
          <div className={classes.line} aria-hidden="true">
            <span />
            <Icon name="circuit" size={22} />
            <span />
          </div>
          <End
            side="Z"
            circuit={String(object.id)}
            name={object.display}
            end={ends.find((one) => one.term_side === 'Z')}
          />
        </div>
      )}
    </Section>
  );
}

function End({
  side,
  circuit,
  name,
  end,
}: {
  side: 'A' | 'Z';
  circuit: string;
  name: string;
  end: Termination | undefined;
}) {
  const models = useModels();
  const [does, setDoes] = useState<'connect' | 'disconnect'>();
  const may = models.find('dcim.cable')?.may ?? [];
  if (!end)
    return (
      <div className={classes.end} data-none>
        <div className={classes.side}>{side}</div>
        <p>Nobody said where this end is.</p>
        {models.find(kind)?.may.includes('add') && (
          <Button
            component={Link}
            to={`/circuits/circuit-terminations/add/?${searchOf({ circuit, term_side: side })}`}
            variant="default"
            leftSection={<Icon name="add" size={14} />}
          >
            Add side {side}
          </Button>
        )}
      </div>
    );
  const peer = endOf(end.cable_peer);
  const endpoint = endOf(end.connected_endpoint);
  const place = end.location ?? end.provider_network;
  const facts = factsOf(
    ['Speed', end.port_speed === null ? null : speed(end.port_speed)],
    ['Upstream', end.upstream_speed === null ? null : speed(end.upstream_speed)],
    ['Cross-connect', end.xconnect_id],
    ['Patch panel', end.pp_info],
    ['Description', end.description],
  );
  return (
    <div className={classes.end}>
      <div className={classes.head}>
        <span className={classes.side}>{side}</span>
        {place && (
          <Link to={`/${end.location ? 'dcim/locations' : 'circuits/provider-networks'}/${place.id}/`}>
            <Named text={place.display} />
          </Link>
        )}
      </div>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Named text={value} />
            </dd>
          </div>
        ))}
        {end.cable && (
          <div>
            <dt>Cable</dt>
            <dd>
              <CableLine cable={end.cable} />
            </dd>
          </div>
        )}
        {peer && (
          <div>
            <dt>Leads to</dt>
            <dd>
              <EndLink end={peer} />
            </dd>
          </div>
        )}
        {endpoint && endpoint.id !== peer?.id && (
          <div>
            <dt>In the end</dt>
            <dd>
              <EndLink end={endpoint} />
            </dd>
          </div>
        )}
      </dl>
      <div className={classes.actions}>
        {end.cable ? (
          <>
            <Button component={Link} to={`/circuits/circuit-terminations/${end.id}/trace/`} variant="default">
              Trace
            </Button>
            {may.includes('delete') && (
              <Button variant="subtle" color="gray" onClick={() => setDoes('disconnect')}>
                Disconnect
              </Button>
            )}
          </>
        ) : end.provider_network ? (
          <span className={classes.quiet}>In the network of the provider nothing is plugged in.</span>
        ) : (
          may.includes('add') && (
            <Button variant="default" leftSection={<Icon name="cable" size={14} />} onClick={() => setDoes('connect')}>
              Connect
            </Button>
          )
        )}
        <Link to={`/circuits/circuit-terminations/${end.id}/`} className={classes.quiet}>
          Details
        </Link>
      </div>
      {does === 'connect' && (
        <ConnectDialog
          near={{ kind, id: end.id, name: `Side ${side}`, owner: name }}
          onClose={() => setDoes(undefined)}
        />
      )}
      {does === 'disconnect' && end.cable && (
        <Disconnect cable={end.cable.id} near={`side ${side} of ${name}`} onClose={() => setDoes(undefined)} />
      )}
    </div>
  );
}

const steps: [number, string][] = [
  [1_000_000, 'Gbit/s'],
  [1000, 'Mbit/s'],
];

/** A speed in kilobits, as people say it. */
function speed(kilobits: number): string {
  const step = steps.find(([size]) => kilobits >= size);
  return step
    ? `${(kilobits / step[0]).toLocaleString('en', { maximumFractionDigits: 2 })} ${step[1]}`
    : `${kilobits} kbit/s`;
}
