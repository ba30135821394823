import { Skeleton } from '@mantine/core';
import { Link } from 'react-router';
import { messageOf } from '../../api/apiError';
import { quoted, useGraph } from '../../api/graph';
import type { Fact } from '../../components/facts';
import { Named } from '../../components/Named';
import { Notice } from '../../components/Notice';
import { StatusBadge } from '../../components/StatusBadge';
import type { ObjectProps } from '../registration';
import classes from './ClusterMachines.module.css';

interface Colored {
  name: string;
  color: string;
}

interface Answer {
  virtual_machines:
    | {
        id: string;
        display: string;
        vcpus: number | null;
        memory: number | null;
        disk: number | null;
        status: Colored | null;
        role: Colored | null;
        primary_ip4: { id: string; address: string } | null;
        primary_ip6: { id: string; address: string } | null;
      }[]
    | null;
  devices:
    | {
        id: string;
        display: string;
        status: Colored | null;
        role: Colored | null;
        rack: { id: string; display: string } | null;
        device_type: { display: string } | null;
      }[]
    | null;
}

const query = (cluster: string) => `{
  virtual_machines(cluster: ${quoted(cluster)}) { id display vcpus memory disk status { name color } role { name color }
    primary_ip4 { id address } primary_ip6 { id address } }
  devices(cluster: ${quoted(cluster)}) { id display status { name color } role { name color } rack { id display } device_type { display } }
}`;

/** The devices a cluster runs on, the machines that run in it, and what those take together. */
export function ClusterMachines({ object }: ObjectProps) {
  const { data, error } = useGraph<Answer>(query(String(object.id)));
  if (error) return <Notice title="The machines cannot be shown">{messageOf(error)}</Notice>;
  if (!data)
    return (
      <div className={classes.page} aria-busy="true">
        <Skeleton height={70} radius="lg" />
        <Skeleton height={320} radius="lg" />
      </div>
    );
  const machines = data.virtual_machines ?? [];
  const devices = data.devices ?? [];
  const sum = (of: (machine: (typeof machines)[number]) => number | null) =>
    machines.reduce((total, machine) => total + (of(machine) ?? 0), 0);
  const totals: Fact[] = [
    ['Machines', machines.length.toLocaleString('en')],
    ['vCPUs', sum(({ vcpus }) => vcpus).toLocaleString('en')],
    [
      'Memory',
      size(
        sum(({ memory }) => memory),
        1024,
        ['MB', 'GB', 'TB', 'PB'],
      ),
    ],
    [
      'Disk',
      size(
        sum(({ disk }) => disk),
        1000,
        ['GB', 'TB', 'PB'],
      ),
    ],
    ['Hosts', devices.length.toLocaleString('en')],
  ];
  return (
    <div className={classes.page}>
      <dl className={classes.totals}>
        {totals.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.columns}>
        <section className={classes.section} aria-labelledby="machines">
          <h2 id="machines">Machines</h2>
          {machines.length === 0 ? (
            <p>No machine runs here yet.</p>
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
            <section className={classes.scroll} tabIndex={0} aria-label="List of machines">
              <table>
                <thead>
                  <tr>
                    <th scope="col">Name</th>
                    <th scope="col">Status</th>
                    <th scope="col">Address</th>
                    <th scope="col" className={classes.number}>
                      vCPUs
                    </th>
                    <th scope="col" className={classes.number}>
                      Memory
                    </th>
                    <th scope="col" className={classes.number}>
                      Disk
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {machines.map((machine) => {
                    const address = machine.primary_ip4 ?? machine.primary_ip6;
                    return (
                      <tr key={machine.id}>
                        <th scope="row">
                          <Link to={`/virtualization/virtual-machines/${machine.id}/`}>
                            <Named text={machine.display} />
                          </Link>
                        </th>
                        <td>{machine.status && <StatusBadge {...machine.status} />}</td>
                        <td>
                          {address && (
                            <Link to={`/ipam/ip-addresses/${address.id}/`} data-pl="mono">
                              {address.address}
                            </Link>
                          )}
                        </td>
                        <td className={classes.number}>{machine.vcpus ?? '–'}</td>
                        <td className={classes.number}>
                          {machine.memory === null ? '–' : size(machine.memory, 1024, ['MB', 'GB', 'TB'])}
                        </td>
                        <td className={classes.number}>
                          {machine.disk === null ? '–' : size(machine.disk, 1000, ['GB', 'TB', 'PB'])}
                        </td>
                      </tr>
                    );
                  })}
                </tbody>
              </table>
            </section>
          )}
        </section>
        <section className={classes.section} aria-labelledby="hosts">
          <h2 id="hosts">Hosts</h2>
          {devices.length === 0 ? (
            <p>No device is a host of this cluster.</p>
          ) : (
            <ul>
              {devices.map((device) => (
                <li
                  key={device.id}
                  style={device.role ? ({ '--color': `#${device.role.color}` } as React.CSSProperties) : undefined}
                >
                  <Link to={`/dcim/devices/${device.id}/`}>
                    <Named text={device.display} />
                  </Link>
                  {device.status && <StatusBadge {...device.status} />}
                  <span>
                    <Named text={device.device_type?.display ?? ''} />
                    {device.rack && (
                      <>
                        {' · '}
                        <Link to={`/dcim/racks/${device.rack.id}/elevation/`}>
                          <Named text={device.rack.display} />
                        </Link>
                      </>
                    )}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </section>
      </div>
    </div>
  );
}

/** A size in the largest unit that leaves something before the point. */
function size(value: number, step: number, units: readonly string[]): string {
  let rest = value;
  let unit = 0;
  while (rest >= step && unit < units.length - 1) {
    rest /= step;
    unit += 1;
  }
  return `${rest.toLocaleString('en', { maximumFractionDigits: 1 })} ${units[unit]}`;
}
