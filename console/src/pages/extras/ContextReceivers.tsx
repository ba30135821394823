import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useModels } from '../../api/models';
import { useCount } from '../../api/objects';
import { Notice } from '../../components/Notice';
import { EmbeddedList } from '../../list/EmbeddedList';
import { receivers, receiving } from '../../object/contextReceivers';
import type { ObjectProps } from '../registration';
import classes from './Deliveries.module.css';

/** The devices and virtual machines that get a config context. */
export function ContextReceivers({ object }: ObjectProps) {
  const models = useModels();
  const kinds = receiving.flatMap((label) => {
    const [model, query] = [models.find(label), receivers(object, label)];
    return model && query ? [{ model, query }] : [];
  });
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
