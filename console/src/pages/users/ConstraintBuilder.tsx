import { Alert, Button, Code, Group, Select, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useDescriptionLater } from '../../api/description';
import { capitalized, useModels } from '../../api/models';
import { objectQuery } from '../../api/objects';
import { isRelated } from '../../api/types';
import { RelatedPicker } from '../../components/RelatedPicker';
import { Section } from '../../components/Section';
import type { FormValues } from '../../form/formValues';
import { EmbeddedList } from '../../list/EmbeddedList';
import { FilterBar } from '../../list/FilterBar';
import type { FormPanelProps } from '../registration';
import classes from './ConstraintBuilder.module.css';
import { constraintOf } from './constraintOf';
import { constraintsOf } from './constraints';

/** Makes constraints of filters, or of what an example has, and shows which objects they leave. */
export function ConstraintBuilder({ values, onChange }: FormPanelProps) {
  const models = useModels();
  const named = Array.isArray(values.object_types) ? values.object_types.map(String) : [];
  const offered = models.all.filter(({ label, may }) => named.includes(label) && may.includes('view'));
  const [label, setLabel] = useState<string | null>(null);
  const model = offered.find((one) => one.label === label) ?? offered[0];
  return (
    <div className={classes.panel}>
      <Section title="Constraints by example">
        {!model ? (
          <Text size="sm" c="dimmed">
            Choose object types above, then say here which of these objects it is for.
          </Text>
        ) : (
          <>
            {offered.length > 1 && (
              <Select
                label="Kind of object"
                mb="sm"
                allowDeselect={false}
                data={offered.map((one) => ({ value: one.label, label: capitalized(one.plural) }))}
                value={model.label}
                onChange={setLabel}
              />
            )}
            <Builder key={model.label} model={model} values={values} onChange={onChange} />
          </>
        )}
      </Section>
    </div>
  );
}

function Builder({ model, values, onChange }: FormPanelProps) {
  const description = useDescriptionLater(model);
  const [filters, setFilters] = useState(() => new URLSearchParams());
  const [example, setExample] = useState<string | null>(null);
  const client = useQueryClient();
  if (!description) return null;
  const { constraint, unsaid } = constraintOf(model, description, filters);
  const known = constraintsOf(values.constraints).filter((one) => Object.keys(one).length > 0);
  const isUsable = Object.keys(constraint).length > 0 && unsaid.length === 0;
  const take = (constraints: FormValues['constraints']) => onChange({ ...values, constraints });
  // What an example names is what others like it name too: each becomes a filter that can be taken away.
  const follow = async (id: string | null) => {
    setExample(id);
    if (id === null) return;
    const { object } = await client.fetchQuery(objectQuery(model, id, { depth: 0 }));
    const next = new URLSearchParams();
    for (const { field, filter, many } of model.relations) {
      const related = object[field];
      if (filter !== undefined && !many && isRelated(related)) next.set(filter, String(related.id));
    }
    setFilters(next);
  };
  return (
    <div className={classes.builder}>
      <RelatedPicker
        to={model.label}
        label="Like this one"
        placeholder={`Choose ${model.title} as an example`}
        value={example}
        onChange={(id) => void follow(id)}
      />
      <div>
        <Text size="sm" fw={500} mb={4}>
          Those that match
        </Text>
        <FilterBar
          model={model}
          description={description}
          filters={filters}
          onChange={(change) => {
            const next = new URLSearchParams(filters);
            change(next);
            setFilters(next);
          }}
        />
      </div>
      {unsaid.length > 0 && (
        <Alert color="brass" variant="light" role="alert">
          No constraint says this: {unsaid.join(', ')}. Constraints compare fields, exclude nothing, and ask for one of
          several tags, not for all.
        </Alert>
      )}
      {Object.keys(constraint).length > 0 && (
        <Code block tabIndex={0} aria-label="The constraint">
          {JSON.stringify(constraint, null, 2)}
        </Code>
      )}
      <Group gap="xs">
        <Button variant="default" disabled={!isUsable} onClick={() => take(constraint)}>
          {known.length > 0 ? 'Put it in the place of the constraints' : 'Use it as the constraint'}
        </Button>
        {known.length > 0 && (
          <Button variant="default" disabled={!isUsable} onClick={() => take([...known, constraint])}>
            Allow these, too
          </Button>
        )}
      </Group>
      <Suspense>
        <EmbeddedList
          model={model}
          query={Object.fromEntries([...new Set(filters.keys())].map((name) => [name, filters.getAll(name)]))}
        />
      </Suspense>
    </div>
  );
}
