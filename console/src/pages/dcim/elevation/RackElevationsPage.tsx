import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { messageOf } from '../../../api/apiError';
import { quoted } from '../../../api/graph';
import { useModels } from '../../../api/models';
import { useCount } from '../../../api/objects';
import { Icon } from '../../../components/Icon';
import { Notice } from '../../../components/Notice';
import { PageHeader } from '../../../components/PageHeader';
import { PageSkeleton } from '../../../components/PageSkeleton';
import { RelatedPicker } from '../../../components/RelatedPicker';
import { ElevationBoard } from './ElevationBoard';
import classes from './RackElevationsPage.module.css';
import { type Face, useRackContents } from './rackContents';

/** Racks that are drawn at a time. */
const pageSize = 24;
/** Milliseconds after the last letter until racks are looked for. */
const pause = 200;

const shown: Record<string, readonly Face[]> = { front: ['front'], rear: ['rear'], both: ['front', 'rear'] };

/** Several racks side by side, of a location or a group, found by name. */
export function RackElevationsPage() {
  const [search, setSearch] = useSearchParams();
  const racks = useModels().find('dcim.rack');
  const named = search.get('view') ?? 'front';
  const view = Object.hasOwn(shown, named) ? named : 'front';
  const location = search.get('location');
  const group = search.get('rack_group');
  const q = search.get('q') ?? '';
  const page = Math.max(1, Math.trunc(Number(search.get('page') ?? 1)) || 1);
  const asked = [
    ...(location === null ? [] : [`location: ${quoted([location])}`]),
    ...(group === null ? [] : [`rack_group: ${quoted([group])}`]),
    ...(q === '' ? [] : [`q: ${quoted(q)}`]),
    `limit: ${pageSize}`,
    `offset: ${(page - 1) * pageSize}`,
  ].join(', ');
  const found = useRackContents(asked);
  const count = useCount(racks ?? { url: '' }, { location, rack_group: group, q: q || undefined }, racks !== undefined);
  const set = (name: string, value: string | null) =>
    setSearch(
      (known) => {
        const next = new URLSearchParams(known);
        if (name !== 'view' && name !== 'page') next.delete('page');
        if (value === null || value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const pages = Math.ceil((count ?? 0) / pageSize);
  return (
    <>
      <PageHeader title="Rack elevations">
        <SegmentedControl
          size="xs"
          aria-label="Side"
          value={view}
          data={[
            { value: 'front', label: 'Front' },
            { value: 'rear', label: 'Rear' },
            { value: 'both', label: 'Both' },
          ]}
          onChange={(value) => set('view', value === 'front' ? null : value)}
        />
      </PageHeader>
      <div className={classes.bar}>
        <div className={classes.pick}>
          <RelatedPicker
            to="dcim.location"
            aria-label="Location"
            placeholder="Any location"
            value={location}
            onChange={(id) => set('location', id)}
          />
        </div>
        <div className={classes.pick}>
          <RelatedPicker
            to="dcim.rackgroup"
            aria-label="Rack group"
            placeholder="Any rack group"
            value={group}
            onChange={(id) => set('rack_group', id)}
            among={location === null ? {} : { location }}
          />
        </div>
        <Search value={q} onChange={(value) => set('q', value)} />
        {count !== undefined && (
          <span className={classes.count} role="status">
            {count.toLocaleString('en')} {count === 1 ? 'rack' : 'racks'}
          </span>
        )}
      </div>
      {found.error && !found.racks ? (
        <Notice title="The racks cannot be drawn">{messageOf(found.error)}</Notice>
      ) : !found.racks ? (
        <PageSkeleton />
      ) : found.racks.length === 0 ? (
        <Notice icon="rack" title="No racks here">
          Choose another location, or none.
        </Notice>
      ) : (
        <div className={classes.room}>
          <ElevationBoard racks={found.racks} faces={shown[view]!} />
        </div>
      )}
      {pages > 1 && (
        <nav className={classes.pages} aria-label="Pages">
          <Button variant="default" disabled={page <= 1} onClick={() => set('page', String(page - 1))}>
            Before
          </Button>
          <span>
            {page} of {pages}
          </span>
          <Button variant="default" disabled={page >= pages} onClick={() => set('page', String(page + 1))}>
            Next
          </Button>
        </nav>
      )}
    </>
  );
}

function Search({ value, onChange }: { value: string; onChange(value: string): void }) {
  const [text, setText] = useState(value);
  const later = useDebouncedCallback(onChange, pause);
  return (
    <TextInput
      className={classes.pick}
      type="search"
      aria-label="Find racks"
      placeholder="Find racks"
      leftSection={<Icon name="search" size={14} />}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        later(currentTarget.value);
      }}
    />
  );
}
