import { ActionIcon, Button, Switch, TextInput, Tooltip } from '@mantine/core';
import { select } from 'd3-selection';
import { type ZoomBehavior, zoom, zoomIdentity } from 'd3-zoom';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link as PageLink, useNavigate } from 'react-router';
import { messageOf } from '../../../api/apiError';
import { Icon } from '../../../components/Icon';
import { Named } from '../../../components/Named';
import { Notice } from '../../../components/Notice';
import { PageSkeleton } from '../../../components/PageSkeleton';
import { StatusBadge } from '../../../components/StatusBadge';
import { exportSvg } from './exportSvg';
import classes from './TopologyDrawing.module.css';
import { type Link, mostDevices, type Node, type Topology, useTopology } from './topology';
import { useLayout } from './useLayout';

/** From how large on names are written beside all devices. */
const readable = 0.55;
/** Characters of a name that are written. */
const longest = 24;

type Places = ReadonlyMap<string, [x: number, y: number]>;

/** Devices and what connects them, drawn; `found` are the arguments by which GraphQL finds them. */
export function TopologyDrawing({ found, title }: { found: string | undefined; title: string }) {
  const [withAlone, setWithAlone] = useState(false);
  const { topology, error } = useTopology(found, withAlone);
  const places = useLayout(topology);
  if (error) return <Notice title="The topology cannot be drawn">{messageOf(error)}</Notice>;
  if (!topology || !places) return <PageSkeleton />;
  if (topology.nodes.length === 0 && topology.alone === 0)
    return <Notice icon="network" title="There are no devices here" />;
  return (
    <Canvas topology={topology} places={places} title={title}>
      <Switch
        size="xs"
        label={`Unconnected (${topology.alone})`}
        checked={withAlone}
        disabled={topology.alone === 0}
        onChange={({ currentTarget }) => setWithAlone(currentTarget.checked)}
      />
    </Canvas>
  );
}

function Canvas({
  topology,
  places,
  title,
  children,
}: {
  topology: Topology;
  places: Places;
  title: string;
  children: React.ReactNode;
}) {
  const svg = useRef<SVGSVGElement>(null);
  const content = useRef<SVGGElement>(null);
  const zooming = useRef<ZoomBehavior<SVGSVGElement, unknown>>(undefined);
  const [chosen, setChosen] = useState<string>();
  const [words, setWords] = useState('');
  const navigate = useNavigate();
  const beside = useMemo(() => neighbours(topology.links), [topology.links]);
  const sought = words.trim().toLowerCase();
  const byId = new Map(topology.nodes.map((node) => [node.id, node]));
  const current = chosen === undefined ? undefined : byId.get(chosen);
  const focusable = current?.id ?? topology.nodes[0]?.id;

  useEffect(() => {
    const drawing = svg.current;
    if (!drawing) return;
    const behavior = zoom<SVGSVGElement, unknown>()
      .scaleExtent([0.05, 4])
      .on('zoom', ({ transform }) => {
        content.current?.setAttribute('transform', String(transform));
        drawing.toggleAttribute('data-readable', transform.k >= readable);
      });
    zooming.current = behavior;
    select(drawing).call(behavior).on('dblclick.zoom', null);
    return () => {
      select(drawing).on('.zoom', null);
    };
  }, []);
  const fit = () => {
    const drawing = svg.current;
    if (!drawing || !zooming.current || places.size === 0) return;
    const { width, height } = drawing.getBoundingClientRect();
    const xs = [...places.values()].map(([x]) => x);
    const ys = [...places.values()].map(([, y]) => y);
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const scale = Math.min(1.4, width / (right - left + 160), height / (bottom - top + 110));
    const middle = zoomIdentity
      .translate(width / 2, height / 2)
      .scale(scale)
      .translate(-(left + right) / 2, -(top + bottom) / 2);
    select(drawing).call(zooming.current.transform, middle);
  };
  const fitLatest = useRef(fit);
  useEffect(() => {
    fitLatest.current = fit;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: fits again when other devices are drawn.
  useEffect(() => {
    fitLatest.current();
  }, [places]);

  const by = (factor: number) =>
    svg.current && zooming.current && select(svg.current).call(zooming.current.scaleBy, factor);
  const press = (event: React.KeyboardEvent) => {
    if (event.key === 'Escape') return setChosen(undefined);
    const direction = directions[event.key];
    if (!direction || focusable === undefined) return;
    event.preventDefault();
    const next = nextTowards(places, focusable, direction);
    if (next === undefined) return;
    setChosen(next);
    svg.current?.querySelector<SVGElement>(`[data-node="${next}"]`)?.focus();
  };
  return (
    <div className={classes.box}>
      <div className={classes.tools}>
        <TextInput
          size="xs"
          type="search"
          aria-label="Find in the drawing"
          placeholder="Find in the drawing"
          leftSection={<Icon name="search" size={14} />}
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
        {children}
        <span className={classes.count} role="status">
          {topology.nodes.length} devices, {topology.links.length} connections
          {topology.isCut && `; only the first ${mostDevices}`}
        </span>
        <Tooltip label="Smaller">
          <ActionIcon aria-label="Smaller" onClick={() => by(1 / 1.4)}>
            <span aria-hidden="true">−</span>
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Larger">
          <ActionIcon aria-label="Larger" onClick={() => by(1.4)}>
            <Icon name="add" size={14} />
          </ActionIcon>
        </Tooltip>
        <Button variant="default" size="compact-xs" onClick={fit}>
          Fit
        </Button>
        <Button
          variant="default"
          size="compact-xs"
          leftSection={<Icon name="download" size={12} />}
          onClick={() => svg.current && content.current && exportSvg(svg.current, content.current, title)}
        >
          SVG
        </Button>
      </div>
      <div className={classes.stage}>
        {/* biome-ignore lint/a11y/useSemanticElements: what is grouped is drawn. */}
        <svg
          ref={svg}
          className={classes.drawing}
          role="group"
          aria-label={`Topology of ${title}`}
          data-chosen={current !== undefined || undefined}
          data-sought={sought !== '' || undefined}
          onKeyDown={press}
          onClick={(event) => event.target === event.currentTarget && setChosen(undefined)}
        >
          <g ref={content}>
            {topology.links.map((link) => (
              <Line key={link.id} link={link} places={places} isNear={link.from === chosen || link.to === chosen} />
            ))}
            {topology.nodes.map((node) => (
              <Device
                key={node.id}
                node={node}
                at={places.get(node.id) ?? [0, 0]}
                isChosen={node.id === chosen}
                isNear={chosen !== undefined && (node.id === chosen || beside.get(chosen)?.has(node.id) === true)}
                isFound={sought !== '' && node.name.toLowerCase().includes(sought)}
                isFocusable={node.id === focusable}
                onChoose={() => setChosen(node.id)}
                onOpen={() => void navigate(`/dcim/devices/${node.id}/`)}
              />
            ))}
          </g>
        </svg>
        {current && (
          <Details
            node={current}
            links={topology.links.filter(({ from, to }) => from === current.id || to === current.id)}
            byId={byId}
            onChoose={setChosen}
            onClose={() => setChosen(undefined)}
          />
        )}
      </div>
      <Legend nodes={topology.nodes} />
    </div>
  );
}

function Line({ link, places, isNear }: { link: Link; places: Places; isNear: boolean }) {
  const [x1, y1] = places.get(link.from) ?? [0, 0];
  const [x2, y2] = places.get(link.to) ?? [0, 0];
  const { length } = link.pairs;
  return (
    <line
      x1={x1}
      y1={y1}
      x2={x2}
      y2={y2}
      className={classes.link}
      data-near={isNear || undefined}
      strokeWidth={Math.min(1.25 + 0.75 * (length - 1), 5)}
    />
  );
}

function Device({
  node,
  at: [x, y],
  isChosen,
  isNear,
  isFound,
  isFocusable,
  onChoose,
  onOpen,
}: {
  node: Node;
  at: [number, number];
  isChosen: boolean;
  isNear: boolean;
  isFound: boolean;
  isFocusable: boolean;
  onChoose(): void;
  onOpen(): void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing has no buttons of its own.
    <g
      className={classes.node}
      transform={`translate(${x} ${y})`}
      role="button"
      aria-pressed={isChosen}
      aria-label={`${node.name}${node.role ? `, ${node.role.name}` : ''}`}
      tabIndex={isFocusable ? 0 : -1}
      data-node={node.id}
      data-near={isNear || undefined}
      data-found={isFound || undefined}
      data-outside={node.isOutside || undefined}
      style={{ '--color': `#${node.role?.color ?? '9e9e9e'}` } as React.CSSProperties}
      onClick={onChoose}
      onDoubleClick={onOpen}
      onKeyDown={(event) => {
        if (event.key === ' ') {
          event.preventDefault();
          onChoose();
        }
        if (event.key === 'Enter') onOpen();
      }}
    >
      <rect x="-13" y="-9" width="26" height="18" rx="4" className={classes.shape} />
      <path d="M-8 0h.01M-3 0h.01M3 0h5" className={classes.mark} />
      <text y="22" className={classes.label}>
        {node.name.length > longest ? `${node.name.slice(0, longest - 1)}…` : node.name}
      </text>
    </g>
  );
}

function Details({
  node,
  links,
  byId,
  onChoose,
  onClose,
}: {
  node: Node;
  links: Link[];
  byId: ReadonlyMap<string, Node>;
  onChoose(id: string): void;
  onClose(): void;
}) {
  return (
    <aside className={classes.details} aria-label={node.name}>
      <div className={classes.head}>
        <PageLink to={`/dcim/devices/${node.id}/`}>
          <Named text={node.name} />
        </PageLink>
        <ActionIcon size="sm" aria-label="Close" onClick={onClose}>
          <Icon name="close" size={14} />
        </ActionIcon>
      </div>
      <div className={classes.badges}>
        {node.status && <StatusBadge {...node.status} />}
        {node.role && <StatusBadge {...node.role} />}
      </div>
      <p>
        <Named text={[node.type, node.place].filter((text) => text !== '').join(' · ')} />
        {node.isOutside && 'Is not among those that were asked for.'}
      </p>
      <ul>
        {links.map((link) => {
          const isFrom = link.from === node.id;
          const other = byId.get(isFrom ? link.to : link.from);
          return (
            other && (
              <li key={link.id}>
                <button type="button" onClick={() => onChoose(other.id)}>
                  <Named text={other.name} />
                </button>
                {link.pairs.map(([from, to]) => (
                  <span key={`${from} ${to}`} data-pl="mono">
                    <Named text={isFrom ? from : to} /> – <Named text={isFrom ? to : from} />
                  </span>
                ))}
              </li>
            )
          );
        })}
      </ul>
    </aside>
  );
}

function Legend({ nodes }: { nodes: Node[] }) {
  const roles = new Map(nodes.flatMap(({ role }) => (role ? [[role.name, role.color] as const] : [])));
  return (
    <ul className={classes.legend} aria-label="Roles">
      {[...roles].map(([name, color]) => (
        <li key={name}>
          <StatusBadge name={name} color={color} />
        </li>
      ))}
    </ul>
  );
}

const directions: Record<string, [number, number] | undefined> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The next device in a direction: near by, and not far aside. */
function nextTowards(places: Places, from: string, [dx, dy]: [number, number]): string | undefined {
  const [x, y] = places.get(from) ?? [0, 0];
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [id, [otherX, otherY]] of places) {
    const along = (otherX - x) * dx + (otherY - y) * dy;
    if (id === from || along <= 0) continue;
    const aside = Math.abs((otherX - x) * dy) + Math.abs((otherY - y) * dx);
    const cost = along + 2.5 * aside;
    if (cost < least) [best, least] = [id, cost];
  }
  return best;
}

function neighbours(links: readonly Link[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { from, to } of links) {
    found.set(from, (found.get(from) ?? new Set()).add(to));
    found.set(to, (found.get(to) ?? new Set()).add(from));
  }
  return found;
}
