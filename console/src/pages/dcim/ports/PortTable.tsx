import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useDescriptionLater } from '../../../api/description';
import { useModels } from '../../../api/models';
import { CableLine } from '../../../cabling/CableLine';
import { ConnectDialog } from '../../../cabling/ConnectDialog';
import { Disconnect } from '../../../cabling/Disconnect';
import { EndLink } from '../../../cabling/EndLink';
import { choiceLabel, endKinds } from '../../../cabling/ends';
import { Icon } from '../../../components/Icon';
import { Named } from '../../../components/Named';
import { StatusBadge } from '../../../components/StatusBadge';
import { lightWords, type Port, type PortKind } from './devicePorts';
import classes from './PortTable.module.css';

/** Ports of one kind: what they are, what is plugged in, where it leads, and what can be done about it. */
export function PortTable({
  kind,
  ports,
  device,
  marked,
}: {
  kind: PortKind;
  ports: Port[];
  device: string;
  marked: string | undefined;
}) {
  const models = useModels();
  const types = useDescriptionLater(models.find(kind))?.field('type')?.choices;
  const may = models.find('dcim.cable')?.may ?? [];
  const [opened, setOpened] = useState<{ port: Port; does: 'connect' | 'disconnect' }>();
  const row = useRef<HTMLTableRowElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: shows the row when another is marked.
  useEffect(() => row.current?.scrollIntoView({ block: 'nearest' }), [marked, kind]);
  const isInterface = kind === 'dcim.interface';
  const hasWithin = ports.some(({ within }) => within.length > 0);
  if (ports.length === 0) return <p className={classes.none}>None of these.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
    <section className={classes.box} tabIndex={0} aria-label={endKinds[kind].many.replaceAll('_', ' ')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Type</th>
            {isInterface && <th scope="col">Status</th>}
            {hasWithin && <th scope="col">Belongs</th>}
            {isInterface && <th scope="col">Addresses</th>}
            <th scope="col">Cable</th>
            <th scope="col">Leads to</th>
            <th scope="col">
              <span className="pl-visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {ports.map((port) => (
            <tr
              key={port.id}
              data-marked={port.id === marked || undefined}
              {...(port.id === marked ? { ref: row } : {})}
            >
              <th scope="row">
                <span className={classes.name}>
                  <span className={classes.light} data-light={port.light} title={lightWords[port.light]} />
                  <span className="pl-visually-hidden">{lightWords[port.light]}</span>
                  <Link to={`${endKinds[kind].path}${port.id}/`} data-pl="mono">
                    <Named text={port.name} />
                  </Link>
                  {port.label !== '' && (
                    <small>
                      <Named text={port.label} />
                    </small>
                  )}
                </span>
              </th>
              <td className={classes.quiet}>{choiceLabel(port.type, types)}</td>
              {isInterface && <td>{port.status && <StatusBadge {...port.status} />}</td>}
              {hasWithin && (
                <td>
                  {port.within.map(({ words, name, path }) => (
                    <span key={path} className={classes.within}>
                      {words}{' '}
                      <Link to={path} data-pl="mono">
                        <Named text={name} />
                      </Link>
                    </span>
                  ))}
                </td>
              )}
              {isInterface && (
                <td>
                  {port.addresses.map(({ id, address }) => (
                    <Link key={id} to={`/ipam/ip-addresses/${id}/`} className={classes.address} data-pl="mono">
                      {address}
                    </Link>
                  ))}
                  {port.vlan && (
                    <Link to={`/ipam/vlans/${port.vlan.id}/`} className={classes.address}>
                      VLAN {port.vlan.vid}
                    </Link>
                  )}
                </td>
              )}
              <td className={classes.cable}>{port.cable && <CableLine cable={port.cable} />}</td>
              <td>
                {port.peer && <EndLink end={port.peer} />}
                {port.endpoint && (
                  <span className={classes.onward}>
                    <Icon name="chevronRight" size={12} />
                    <EndLink end={port.endpoint} />
                  </span>
                )}
              </td>
              <td className={classes.actions}>
                {port.cable ? (
                  <>
                    <Button
                      component={Link}
                      to={`${endKinds[kind].path}${port.id}/${kind === 'dcim.frontport' || kind === 'dcim.rearport' ? 'paths' : 'trace'}/`}
                      variant="subtle"
                      size="compact-xs"
                      aria-label={`Trace ${port.name}`}
                    >
                      Trace
                    </Button>
                    {may.includes('delete') && (
                      <Tooltip label="Disconnect">
                        <ActionIcon
                          size="sm"
                          aria-label={`Disconnect ${port.name}`}
                          onClick={() => setOpened({ port, does: 'disconnect' })}
                        >
                          <Icon name="close" size={12} />
                        </ActionIcon>
                      </Tooltip>
                    )}
                  </>
                ) : (
                  port.isPluggable &&
                  may.includes('add') && (
                    <Button
                      variant="subtle"
                      size="compact-xs"
                      aria-label={`Connect ${port.name}`}
                      onClick={() => setOpened({ port, does: 'connect' })}
                    >
                      Connect
                    </Button>
                  )
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {opened?.does === 'connect' && (
        <ConnectDialog
          near={{ kind, id: opened.port.id, name: opened.port.name, owner: device }}
          onClose={() => setOpened(undefined)}
        />
      )}
      {opened?.does === 'disconnect' && opened.port.cable && (
        <Disconnect cable={opened.port.cable.id} near={opened.port.name} onClose={() => setOpened(undefined)} />
      )}
    </section>
  );
}
