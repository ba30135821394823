import { SegmentedControl, Skeleton, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../../api/apiError';
import { capitalized, useModels } from '../../../api/models';
import { endKinds } from '../../../cabling/ends';
import { Icon } from '../../../components/Icon';
import { Notice } from '../../../components/Notice';
import type { ObjectProps } from '../../registration';
import classes from './DevicePorts.module.css';
import { type PortKind, portKinds, useDevicePorts } from './devicePorts';
import { Faceplate } from './Faceplate';
import { PortTable } from './PortTable';

/** The ports of a device as it has them, and each with where its cable leads. */
export function DevicePorts({ object }: ObjectProps) {
  const { ports, error } = useDevicePorts(String(object.id));
  const models = useModels();
  const [chosen, setChosen] = useState<PortKind>();
  const [marked, setMarked] = useState<string>();
  const [words, setWords] = useState('');
  const [shown, setShown] = useState('all');
  if (error && !ports) return <Notice title="The ports cannot be shown">{messageOf(error)}</Notice>;
  if (!ports)
    return (
      <div className={classes.page} aria-busy="true">
        <Skeleton height={84} radius="lg" />
        <Skeleton height={420} radius="lg" />
      </div>
    );
  const kinds = portKinds.filter((kind) => ports.some((port) => port.kind === kind));
  const kind = kinds.find((one) => one === chosen) ?? kinds[0];
  if (kind === undefined)
    return (
      <Notice icon="network" title="This device has no ports">
        {models.find('dcim.interface')?.may.includes('add') &&
          'Give its type some, or add interfaces, ports and outlets to it.'}
      </Notice>
    );
  const sought = words.trim().toLowerCase();
  const rows = ports.filter(
    (port) =>
      port.kind === kind &&
      (shown === 'all' || (shown === 'free' ? port.isPluggable && !port.cable : port.cable !== undefined)) &&
      (sought === '' ||
        [port.name, port.label, port.peer?.owner?.name, port.endpoint?.owner?.name, port.cable?.label]
          .concat(port.addresses.map(({ address }) => address))
          .some((text) => text?.toLowerCase().includes(sought))),
  );
  return (
    <div className={classes.page}>
      <Faceplate
        name={object.display}
        ports={ports}
        marked={marked}
        onChoose={(port) => {
          setChosen(port.kind);
          setShown('all');
          setWords('');
          setMarked(port.id);
        }}
      />
      <section className={classes.section} aria-label="Ports">
        <div className={classes.bar}>
          <div className={classes.kinds}>
            <SegmentedControl
              size="xs"
              aria-label="Kind"
              value={kind}
              data={kinds.map((one) => ({
                value: one,
                label: (
                  <span className={classes.kind}>
                    {capitalized(endKinds[one].many.replaceAll('_', ' '))}
                    <span>{ports.filter((port) => port.kind === one).length}</span>
                  </span>
                ),
              }))}
              onChange={(value) => setChosen(value as PortKind)}
            />
          </div>
          <SegmentedControl
            size="xs"
            aria-label="Which"
            value={shown}
            data={[
              { value: 'all', label: 'All' },
              { value: 'cabled', label: 'Cabled' },
              { value: 'free', label: 'Free' },
            ]}
            onChange={setShown}
          />
          <TextInput
            size="xs"
            type="search"
            aria-label="Find ports"
            placeholder="Find ports"
            className={classes.find}
            leftSection={<Icon name="search" size={14} />}
            value={words}
            onChange={({ currentTarget }) => setWords(currentTarget.value)}
          />
        </div>
        <PortTable kind={kind} ports={rows} device={object.display} marked={marked} />
      </section>
    </div>
  );
}
