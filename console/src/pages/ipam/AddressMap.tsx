import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, memo, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../api/apiError';
import { useEverything } from '../../api/everything';
import { useModels } from '../../api/models';
import { Icon } from '../../components/Icon';
import { Named } from '../../components/Named';
import { Notice } from '../../components/Notice';
import { PageSkeleton } from '../../components/PageSkeleton';
import { portionsOf } from '../../components/portionsOf';
import { StatusBadge } from '../../components/StatusBadge';
import type { ObjectProps } from '../registration';
import classes from './AddressMap.module.css';
import { type Host, hostsQuery } from './hosts';
import type { Prefix } from './levels';
import { type Block, readBlock, sizeOf, textOf } from './networks';
import { useTake } from './useTake';

/** Cells of a row. */
const wide = 32;

/** What a cell is, as its shape says. */
type State = 'host' | 'dhcp' | 'slaac' | 'free' | 'end' | 'inside';

interface Cell {
  value: bigint;
  state: State;
  host: Host | undefined;
  within: string | undefined;
}

const stateOf: Record<string, State> = { DHCP: 'dhcp', SLAAC: 'slaac' };

function cellsOf(prefix: Prefix, hosts: Map<bigint, Host>, children: { block: Block; text: string }[]): Cell[] {
  const block = readBlock(prefix.prefix);
  const size = Number(sizeOf(block));
  const insides = new Array<string | undefined>(size);
  for (const { block: child, text } of children) {
    const from = Number(child.first - block.first);
    insides.fill(text, from, from + Number(sizeOf(child)));
  }
  const hasEnds = block.version === 4 && prefix.type.value !== 'pool' && block.length <= 30;
  return Array.from({ length: size }, (_, index) => {
    const value = block.first + BigInt(index);
    const host = hosts.get(value);
    const within = insides[index];
    const state: State = host
      ? (stateOf[host.type.toUpperCase()] ?? 'host')
      : within !== undefined
        ? 'inside'
        : hasEnds && (index === 0 || index === size - 1)
          ? 'end'
          : 'free';
    return { value, state, host, within };
  });
}

const words: Record<State, string> = {
  host: 'taken',
  dhcp: 'taken, by DHCP',
  slaac: 'taken, by SLAAC',
  free: 'free',
  end: 'not for hosts',
  inside: 'free, in a prefix inside',
};

/** A prefix as a map: a cell for each address, by colour what its status is, by shape how it is used. */
export function AddressMap({ object }: ObjectProps) {
  const prefix = object as Prefix;
  const model = useModels().find('ipam.ipaddress');
  const prefixes = useModels().find('ipam.prefix')!;
  const hosts = useQuery({ ...hostsQuery(prefix.prefix, String(prefix.namespace.id)), enabled: model !== undefined });
  const inside = useEverything<Pick<Prefix, 'prefix'>>(prefixes, { parent: prefix.id, depth: 0 });
  const [chosen, setChosen] = useState(0);
  const grid = useRef<HTMLDivElement>(null);
  const taking = useTake('ipam.ipaddress');
  const cells = useMemo(
    () =>
      hosts.data && inside.data
        ? cellsOf(
            prefix,
            hosts.data,
            inside.data.results.map((one) => ({ block: readBlock(one.prefix), text: one.prefix })),
          )
        : [],
    [prefix, hosts.data, inside.data],
  );
  if (!model) return <Notice title="You may not see addresses" />;
  const error = hosts.error ?? inside.error;
  if (error) return <Notice title="The map cannot be shown">{messageOf(error)}</Notice>;
  if (cells.length === 0) return <PageSkeleton />;
  const { version, length } = readBlock(prefix.prefix);
  const columns = Math.min(wide, 2 ** Math.ceil(Math.log2(Math.sqrt(cells.length) * 1.42)));
  const rows = portionsOf(cells, columns);
  const go = (to: number) => {
    const next = Math.max(0, Math.min(cells.length - 1, to));
    setChosen(next);
    grid.current?.querySelector<HTMLElement>(`[data-cell="${next}"]`)?.focus();
  };
  const mayAdd = model.may.includes('add');
  const takeOne = (value: bigint) =>
    taking.take(`/api${model.url}`, { address: `${textOf(version, value)}/${length}`, namespace: prefix.namespace.id });
  const takeNext = () => taking.take(`/api${prefixes.url}${prefix.id}/available-ips/`, {});
  const nextWith = (from: number, by: number, test: (cell: Cell) => boolean) => {
    for (let index = from + by; index >= 0 && index < cells.length; index += by) if (test(cells[index]!)) return index;
    return from;
  };
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey) return;
    const keys = new Map<string, () => void>([
      ['ArrowRight', () => go(chosen + 1)],
      ['ArrowLeft', () => go(chosen - 1)],
      ['ArrowDown', () => go(chosen + columns)],
      ['ArrowUp', () => go(chosen - columns)],
      ['Home', () => go(event.ctrlKey ? 0 : chosen - (chosen % columns))],
      ['End', () => go(event.ctrlKey ? cells.length - 1 : chosen - (chosen % columns) + columns - 1)],
      ['PageDown', () => go(chosen + columns * 8)],
      ['PageUp', () => go(chosen - columns * 8)],
      ['n', () => go(nextWith(chosen, 1, ({ state }) => state === 'free'))],
      ['N', () => go(nextWith(chosen, -1, ({ state }) => state === 'free'))],
      [
        'Enter',
        () => {
          const cell = cells[chosen]!;
          if (cell.state === 'free' && mayAdd && taking.isReady) takeOne(cell.value);
        },
      ],
    ]);
    const action = keys.get(event.key);
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
  const cell = cells[Math.min(chosen, cells.length - 1)]!;
  const counts = cells.reduce<Partial<Record<State, number>>>(
    (sum, { state }) => Object.assign(sum, { [state]: (sum[state] ?? 0) + 1 }),
    {},
  );
  return (
    <div className={classes.page}>
      <div className={classes.map}>
        <ul className={classes.legend} aria-label="Legend">
          {(Object.keys(words) as State[])
            .filter((state) => counts[state])
            .map((state) => (
              <li key={state}>
                <span className={classes.cell} data-state={state} aria-hidden="true" />
                {counts[state]!.toLocaleString('en')} {words[state]}
              </li>
            ))}
        </ul>
        <div
          ref={grid}
          role="grid"
          aria-label={`Addresses of ${prefix.prefix}`}
          className={classes.grid}
          style={{ '--columns': columns } as React.CSSProperties}
          onKeyDown={press}
          onClick={(event) => {
            const at = (event.target as HTMLElement).closest<HTMLElement>('[data-cell]')?.dataset.cell;
            if (at !== undefined) go(Number(at));
          }}
        >
          {rows.map((row, index) => (
            <MapRow
              key={String(row[0]!.value)}
              cells={row}
              first={index * columns}
              version={version}
              chosen={chosen >= index * columns && chosen < (index + 1) * columns ? chosen : -1}
            />
          ))}
        </div>
        <p className={classes.keys}>
          Arrows move, <kbd>n</kbd> goes to the next free one, <kbd>Enter</kbd> takes it.
        </p>
      </div>
      <aside className={classes.side} aria-label="The chosen address" aria-live="polite">
        <h2 data-pl="mono">
          {textOf(version, cell.value)}
          <span className={classes.length}>/{cell.host?.mask_length ?? length}</span>
        </h2>
        <Chosen cell={cell} />
        {mayAdd && (
          <Group gap="xs">
            {cell.state === 'free' && (
              <Button disabled={!taking.isReady} onClick={() => takeOne(cell.value)}>
                Take this one
              </Button>
            )}
            <Button
              variant="default"
              disabled={!taking.isReady}
              onClick={takeNext}
              leftSection={<Icon name="add" size={13} />}
            >
              Take the next free
            </Button>
          </Group>
        )}
      </aside>
    </div>
  );
}

function Chosen({ cell: { host, state, within } }: { cell: Cell }) {
  if (!host)
    return (
      <p className={classes.quiet}>
        {words[state].replace(/^./, (first) => first.toUpperCase())}
        {within !== undefined && (
          <>
            : <span data-pl="mono">{within}</span>
          </>
        )}
      </p>
    );
  return (
    <div className={classes.facts}>
      <div>
        {host.status && <StatusBadge name={host.status.name} color={host.status.color} />}
        {host.role && <Named text={host.role.name} />}
      </div>
      {host.dns_name !== '' && (
        <div data-pl="mono">
          <Named text={host.dns_name} />
        </div>
      )}
      {host.interfaces.map(({ id, name, device }) => (
        <div key={id}>
          {device && (
            <>
              <Link to={`/dcim/devices/${device.id}/`}>
                <Named text={device.name ?? 'A device without a name'} />
              </Link>{' '}
            </>
          )}
          <Link to={`/dcim/interfaces/${id}/`}>
            <Named text={name} />
          </Link>
        </div>
      ))}
      {host.vm_interfaces.map(({ id, name, virtual_machine: machine }) => (
        <div key={id}>
          {machine && (
            <>
              <Link to={`/virtualization/virtual-machines/${machine.id}/`}>
                <Named text={machine.name} />
              </Link>{' '}
            </>
          )}
          <Link to={`/virtualization/interfaces/${id}/`}>
            <Named text={name} />
          </Link>
        </div>
      ))}
      {host.description !== '' && (
        <div>
          <Named text={host.description} />
        </div>
      )}
      <div>
        <Link to={`/ipam/ip-addresses/${host.id}/`}>All about this address</Link>
      </div>
    </div>
  );
}

const MapRow = memo(function MapRow({
  cells,
  first,
  version,
  chosen,
}: {
  cells: Cell[];
  first: number;
  version: 4 | 6;
  chosen: number;
}) {
  return (
    <div role="row" className={classes.row}>
      <span className={classes.label} aria-hidden="true" data-pl="mono">
        {version === 4
          ? textOf(4, cells[0]!.value).split('.').slice(2).join('.')
          : `…${(cells[0]!.value & 65_535n).toString(16)}`}
      </span>
      {cells.map(({ value, state, host }, index) => {
        const at = first + index;
        return (
          <span
            key={at}
            role="gridcell"
            data-cell={at}
            data-state={state}
            className={classes.cell}
            style={host?.status ? ({ '--color': `#${host.status.color}` } as React.CSSProperties) : undefined}
            tabIndex={at === chosen || (chosen === -1 && at === 0) ? 0 : -1}
            aria-selected={at === chosen}
            aria-label={`${textOf(version, value)}, ${words[state]}${host?.status ? `, ${host.status.name}` : ''}`}
          />
        );
      })}
    </div>
  );
});
