import { Button, SegmentedControl, Select, Stack, TagsInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Description } from '../api/description';
import type { Model } from '../api/models';
import { localOf, momentOf } from '../components/localMoment';
import { RelatedPicker } from '../components/RelatedPicker';
import { readFilter, suffixOf, wordsOf } from './filterWords';

/** What filters are of, and who hears of a change of them. */
export interface Filtered {
  model: Model;
  description: Description;
  onChange(change: (filters: URLSearchParams) => void): void;
}

/** Choices in the form of a filter: which, how, and with what. */
export function FilterForm({
  model,
  description,
  parameter,
  values,
  onDone,
  onChange,
}: Filtered & { parameter: string | undefined; values: string[]; onDone: () => void }) {
  const known = parameter === undefined ? undefined : readFilter(description, parameter).filter;
  const [name, setName] = useState<string | undefined>(known?.name);
  const [asked, setAsked] = useState<string | undefined>(parameter);
  const [entered, setEntered] = useState<string[]>(values);
  const filter = description.filters.find((one) => one.name === name);
  const apply = () => {
    if (asked === undefined) return;
    onChange((next) => {
      if (parameter !== undefined) next.delete(parameter);
      next.delete(asked);
      for (const value of entered.filter((one) => one !== '')) next.append(asked, value);
    });
    onDone();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <Stack gap="xs" w={270}>
        <Select
          label="Filter"
          size="xs"
          searchable
          selectFirstOptionOnChange
          data-autofocus={name === undefined || undefined}
          value={name ?? null}
          placeholder="Choose a field"
          nothingFoundMessage="No such field"
          maxDropdownHeight={280}
          data={description.filters
            .filter((one) => one.name !== 'q')
            .map((one) => ({ value: one.name, label: one.label === '' ? one.name : one.label }))}
          comboboxProps={{ withinPortal: false }}
          onChange={(value) => {
            setName(value ?? undefined);
            setAsked(value ?? undefined);
            setEntered([]);
          }}
        />
        {filter && filter.lookups.length > 1 && (
          <Select
            label="How"
            size="xs"
            allowDeselect={false}
            value={asked ?? filter.name}
            comboboxProps={{ withinPortal: false }}
            data={filter.lookups.map((lookup) => ({
              value: lookup.parameter,
              label: wordsOf(suffixOf(filter.name, lookup.parameter)),
            }))}
            onChange={(value) => {
              setAsked(value ?? undefined);
              setEntered([]);
            }}
          />
        )}
        {filter && asked !== undefined && (
          <FilterValue model={model} name={filter.name} parameter={asked} values={entered} onChange={setEntered} />
        )}
        <Button type="submit" disabled={entered.every((value) => value === '')}>
          Apply
        </Button>
      </Stack>
    </form>
  );
}

/** What a filter is compared with, entered as its values are. */
function FilterValue({
  model,
  name,
  parameter,
  values,
  onChange,
}: {
  model: Model;
  name: string;
  parameter: string;
  values: string[];
  onChange: (values: string[]) => void;
}) {
  const facts = model.filters[name];
  const suffix = suffixOf(name, parameter);
  const isExact = suffix === '' || suffix === 'n';
  if (suffix === 'isnull' || facts?.kind === 'boolean' || facts?.kind === 'has')
    return (
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label="Value"
        data={[
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]}
        value={values.at(-1) ?? ''}
        onChange={(value) => onChange([value])}
      />
    );
  if (facts?.to && isExact)
    return <RelatedPicker to={facts.to} label="Value" many value={values} onChange={onChange} withinPortal={false} />;
  if (facts?.choices && isExact)
    return (
      <TagsInput
        label="Value"
        size="xs"
        data={facts.choices.map(([value]) => value)}
        renderOption={({ option }) => facts.choices?.find(([value]) => value === option.value)?.[1] ?? option.value}
        value={values}
        onChange={onChange}
        comboboxProps={{ withinPortal: false }}
        maxDropdownHeight={220}
      />
    );
  if (facts?.kind === 'datetime' || facts?.kind === 'date') {
    const isMoment = facts.kind === 'datetime';
    const [value = ''] = values.slice(-1);
    return (
      <TextInput
        label="Value"
        size="xs"
        type={isMoment ? 'datetime-local' : 'date'}
        {...(isMoment ? { step: 1 } : {})}
        value={isMoment ? localOf(value) : value}
        onChange={({ currentTarget }) => onChange([isMoment ? momentOf(currentTarget.value) : currentTarget.value])}
      />
    );
  }
  if (facts?.kind === 'number' || facts?.kind === 'decimal' || /^[lg]te?$/.test(suffix))
    return (
      <TextInput
        label="Value"
        size="xs"
        type="number"
        step="any"
        value={values.at(-1) ?? ''}
        onChange={({ currentTarget }) => onChange([currentTarget.value])}
      />
    );
  return (
    <TagsInput
      label="Value"
      size="xs"
      description="Enter takes another one; any of them will do."
      value={values}
      onChange={onChange}
      acceptValueOnBlur
    />
  );
}
