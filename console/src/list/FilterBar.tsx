import {
  ActionIcon,
  Button,
  CloseButton,
  Popover,
  SegmentedControl,
  Select,
  Stack,
  TagsInput,
  TextInput,
} from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Description } from '../api/description';
import { type Model, useModels } from '../api/models';
import { objectQuery } from '../api/objects';
import { Icon } from '../components/Icon';
import { Named } from '../components/Named';
import { nameOf } from '../components/ObjectLink';
import { RelatedPicker } from '../components/RelatedPicker';
import classes from './FilterBar.module.css';
import { readFilter, suffixOf, wordsOf } from './filterWords';

/** Milliseconds after the last letter until the list is asked for. */
const pause = 250;
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

export interface FilterBarProps {
  model: Model;
  description: Description;
  filters: URLSearchParams;
  onChange(change: (filters: URLSearchParams) => void): void;
}

/** What a list is narrowed by: a search, and a chip for each filter. */
export function FilterBar({ model, description, filters, onChange }: FilterBarProps) {
  const parameters = [...new Set(filters.keys())].filter((name) => name !== 'q');
  const [edited, setEdited] = useState<string>();
  return (
    <div className={classes.bar}>
      {model.filters.q && (
        <Search
          value={filters.get('q') ?? ''}
          plural={model.plural}
          onChange={(value) => onChange((next) => (value === '' ? next.delete('q') : next.set('q', value)))}
        />
      )}
      {parameters.map((parameter) => (
        <Chip
          key={parameter}
          model={model}
          description={description}
          parameter={parameter}
          values={filters.getAll(parameter)}
          isOpen={edited === parameter}
          onOpen={(isOpen) => setEdited(isOpen ? parameter : undefined)}
          onChange={onChange}
        />
      ))}
      <AddFilter model={model} description={description} onChange={onChange} />
      {parameters.length > 1 && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          onClick={() =>
            onChange((next) => {
              for (const name of parameters) next.delete(name);
            })
          }
        >
          Clear all
        </Button>
      )}
    </div>
  );
}

function Search({ value, plural, onChange }: { value: string; plural: string; onChange: (value: string) => void }) {
  const [text, setText] = useState(value);
  const say = useDebouncedCallback(onChange, pause);
  const said = useRef(value);
  useEffect(() => {
    if (value !== said.current) setText(value);
    said.current = value;
  }, [value]);
  return (
    <TextInput
      className={classes.search!}
      size="xs"
      aria-label={`Search ${plural}`}
      placeholder={`Search ${plural}`}
      leftSection={<Icon name="search" size={13} />}
      value={text}
      maxLength={500}
      rightSection={
        text !== '' && (
          <CloseButton
            size="xs"
            aria-label="Clear the search"
            onClick={() => {
              setText('');
              said.current = '';
              onChange('');
            }}
          />
        )
      }
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        said.current = currentTarget.value;
        say(currentTarget.value);
      }}
    />
  );
}

function Chip({
  model,
  description,
  parameter,
  values,
  isOpen,
  onOpen,
  onChange,
}: Omit<FilterBarProps, 'filters'> & {
  parameter: string;
  values: string[];
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}) {
  const { filter, words, isEmptiness } = readFilter(description, parameter);
  const facts = model.filters[filter?.name ?? ''];
  const names = useNames(isEmptiness ? undefined : facts?.to, values);
  const choiceName = (value: string) => facts?.choices?.find(([one]) => one === value)?.[1] ?? value;
  const shown = isEmptiness ? '' : names.map(choiceName).join(', ');
  const said = isEmptiness ? (values.at(-1) === 'false' ? 'is not empty' : 'is empty') : words;
  const label = filter?.label ?? parameter;
  return (
    <Popover opened={isOpen} onChange={onOpen} position="bottom-start" trapFocus withinPortal>
      <span className={classes.chip}>
        <Popover.Target>
          <button type="button" onClick={() => onOpen(!isOpen)}>
            <b>{label}</b> {said}{' '}
            {shown !== '' && (
              <span className={classes.values}>
                <Named text={shown} />
              </span>
            )}
          </button>
        </Popover.Target>
        <CloseButton
          size={18}
          iconSize={11}
          aria-label={`Remove filter ${label}`}
          onClick={() => onChange((next) => next.delete(parameter))}
        />
      </span>
      <Popover.Dropdown p="xs" aria-label={`Filter ${label}`}>
        <FilterForm
          model={model}
          description={description}
          parameter={parameter}
          values={values}
          onDone={() => onOpen(false)}
          onChange={onChange}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/** What objects are called that a filter names by their id. */
function useNames(label: string | undefined, values: string[]): string[] {
  const model = useModels().find(label ?? '');
  const found = useQueries({
    queries: values.map((value) => ({
      ...objectQuery(model ?? { url: '' }, value, { depth: 0 }),
      enabled: model !== undefined && uuid.test(value),
      staleTime: 60_000,
    })),
  });
  return values.map((value, index) => (found[index]?.data ? nameOf(found[index].data.object) : value));
}

function AddFilter({ model, description, onChange }: Omit<FilterBarProps, 'filters'>) {
  const [isOpen, { open, close, toggle }] = useDisclosure();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (
        event.key !== 'f' ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        (event.target as HTMLElement).closest('input, textarea, select, [role=dialog], [contenteditable=true]')
      )
        return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [open]);
  return (
    <Popover
      opened={isOpen}
      onChange={(wanted) => (wanted ? open() : close())}
      position="bottom-start"
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <ActionIcon
          ref={button}
          onClick={toggle}
          aria-label="Add a filter"
          aria-keyshortcuts="f"
          variant="default"
          size={28}
        >
          <Icon name="filter" size={14} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label="Add a filter">
        {isOpen && (
          <FilterForm
            model={model}
            description={description}
            parameter={undefined}
            values={[]}
            onDone={close}
            onChange={onChange}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Choices in the form of a filter: which, how, and with what. */
function FilterForm({
  model,
  description,
  parameter,
  values,
  onDone,
  onChange,
}: Omit<FilterBarProps, 'filters'> & { parameter: string | undefined; values: string[]; onDone: () => void }) {
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
export function FilterValue({
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
    return <RelatedPicker to={facts.to} label="Value" many value={values} onChange={onChange} />;
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
  if (facts?.kind === 'datetime' || facts?.kind === 'date')
    return (
      <TextInput
        label="Value"
        size="xs"
        type={facts.kind === 'date' ? 'date' : 'datetime-local'}
        value={values.at(-1) ?? ''}
        onChange={({ currentTarget }) => onChange([currentTarget.value])}
      />
    );
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
