import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useModels } from '../../api/models';
import { useCount } from '../../api/objects';
import { type ApiObject, isRelated } from '../../api/types';
import { Notice } from '../../components/Notice';
import { EmbeddedList } from '../../list/EmbeddedList';
import type { ObjectProps } from '../registration';
import classes from './Deliveries.module.css';

/** What a context is assigned to, and the filter that finds who has that: of devices, of virtual machines. */
const assignments: [field: string, ofDevices: string | undefined, ofMachines: string | undefined][] = [
  ['locations', 'location', 'location'],
  ['roles', 'role', 'role'],
  ['device_types', 'device_type', undefined],
  ['device_redundancy_groups', 'device_redundancy_group', undefined],
  ['platforms', 'platform', 'platform'],
  ['cluster_groups', 'cluster_group', 'cluster_group'],
  ['clusters', 'cluster', 'cluster'],
  ['tenant_groups', 'tenant_group', 'tenant_group'],
  ['tenants', 'tenant', 'tenant'],
  ['tags', 'tags', 'tags'],
];

/** The filters that find who gets a context; undefined where none of that kind can. */
function receivers(context: ApiObject, which: 1 | 2): Record<string, string[]> | undefined {
  const query: Record<string, string[]> = {};
  for (const assignment of assignments) {
    const value = context[assignment[0]];
    const ids = (Array.isArray(value) ? value : []).filter(isRelated).map(({ id }) => String(id));
    if (ids.length === 0) continue;
    const filter = assignment[which];
    if (filter === undefined) return undefined;
    query[filter] = ids;
  }
  return query;
}

/** The devices and virtual machines that get a config context. */
export function ContextReceivers({ object }: ObjectProps) {
  const models = useModels();
  const kinds = [
    { model: models.find('dcim.device'), query: receivers(object, 1) },
    { model: models.find('virtualization.virtualmachine'), query: receivers(object, 2) },
  ].flatMap(({ model, query }) => (model && query ? [{ model, query }] : []));
  const [chosen, setChosen] = useState(kinds[0]?.model.label);
  const kind = kinds.find(({ model }) => model.label === chosen) ?? kinds[0];
  const count = useCount(kind?.model ?? { url: '' }, kind?.query ?? {}, kind !== undefined);
  if (object.is_active === false)
    return (
      <Notice icon="code" title="Nobody gets it">
        It is not active. Once it is, this shows who gets it.
      </Notice>
    );
  if (!kind) return <Notice title="You may not see who gets it" />;
  return (
    <div className={classes.page}>
      <div style={{ display: 'flex', gap: '0.75rem', alignItems: 'center', marginBottom: '0.75rem' }}>
        <SegmentedControl
          size="xs"
          aria-label="Who"
          value={kind.model.label}
          data={kinds.map(({ model }) => ({
            value: model.label,
            label: model.plural.replace(/^./, (first) => first.toUpperCase()),
          }))}
          onChange={setChosen}
        />
        <span className={classes.count}>{count === undefined ? '' : `${count.toLocaleString('en')} get it`}</span>
      </div>
      <div className={classes.table}>
        <EmbeddedList key={kind.model.label} model={kind.model} query={kind.query} />
      </div>
    </div>
  );
}
