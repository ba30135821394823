import { Text } from '@mantine/core';
import { Suspense, useEffect } from 'react';
import { useDescriptionLater } from '../../api/description';
import { type Model, useModels } from '../../api/models';
import { Section } from '../../components/Section';
import { EmbeddedList } from '../../list/EmbeddedList';
import { FilterBar } from '../../list/FilterBar';
import type { FormPanelProps } from '../registration';
import classes from './GroupFilterPanel.module.css';
import { filterOfSearch, searchOfFilter } from './groupFilter';

/** Puts the filter of a dynamic group together as the filters of a list are, and shows what it finds. */
export function GroupFilterPanel(props: FormPanelProps) {
  const kind = useModels().find(String(props.values.content_type));
  return (
    <div className={classes.panel}>
      <Section title={kind ? `Which ${kind.plural}` : 'Who is in it'}>
        {kind ? (
          <Builder key={kind.label} kind={kind} {...props} />
        ) : (
          <Text size="sm" c="dimmed">
            Choose a content type above, then say here which of these objects are in it.
          </Text>
        )}
      </Section>
    </div>
  );
}

function Builder({ kind, values, onChange }: FormPanelProps & { kind: Model }) {
  const description = useDescriptionLater(kind);
  const isNew = values.filter === undefined;
  useEffect(() => {
    // A group without a filter has all of them in it.
    if (isNew) onChange({ ...values, filter: {} });
  }, [isNew, values, onChange]);
  if (!description) return null;
  const filters = searchOfFilter(values.filter);
  return (
    <>
      <FilterBar
        model={kind}
        description={description}
        filters={filters}
        onChange={(change) => {
          const next = new URLSearchParams(filters);
          change(next);
          onChange({ ...values, filter: filterOfSearch(next) });
        }}
      />
      <div style={{ margin: '0.75rem -1rem -0.75rem' }}>
        <Suspense>
          <EmbeddedList key={String(filters)} model={kind} query={filterOfSearch(filters)} />
        </Suspense>
      </div>
    </>
  );
}
