import { ActionIcon, Button, CloseButton, Popover, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useModels } from '../api/models';
import { objectQuery } from '../api/objects';
import { Icon } from '../components/Icon';
import { exactMoment } from '../components/Moment';
import { Named } from '../components/Named';
import { nameOf } from '../components/ObjectLink';
import { useSignKeys } from '../shell/useSignKeys';
import classes from './FilterBar.module.css';
import type { Filtered } from './FilterForm';
import { readFilter } from './filterWords';

// What filters are entered with comes when somebody is about to want it: lists are there before.
const loadForm = async () => (await import('./FilterForm')).FilterForm;

/** The form of a filter, as soon as it has come, and what opens with it. */
function useFilterForm() {
  const [Form, setForm] = useState<Awaited<ReturnType<typeof loadForm>>>();
  const withForm = useCallback(async (open: () => void) => {
    const loaded = await loadForm();
    setForm(() => loaded);
    open();
  }, []);
  return { Form, withForm };
}

/** Milliseconds after the last letter until the list is asked for. */
const pause = 250;
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** What a list is narrowed by: a search, and a chip for each filter. */
export function FilterBar({ model, description, filters, onChange }: Filtered & { filters: URLSearchParams }) {
  const parameters = [...new Set(filters.keys())].filter((name) => name !== 'q');
  const [edited, setEdited] = useState<string>();
  const add = useRef<HTMLButtonElement>(null);
  /** The button that takes a filter away goes with it: whoever has pressed it goes on beside it. */
  const remove = (names: string[]) => {
    onChange((next) => {
      for (const name of names) next.delete(name);
    });
    add.current?.focus();
  };
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
          onRemove={() => remove([parameter])}
        />
      ))}
      <AddFilter button={add} model={model} description={description} onChange={onChange} />
      {parameters.length > 1 && (
        <Button variant="subtle" color="gray" size="compact-xs" onClick={() => remove(parameters)}>
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
              say.cancel();
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
  onRemove,
}: Filtered & {
  parameter: string;
  values: string[];
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onRemove: () => void;
}) {
  const { Form, withForm } = useFilterForm();
  const { filter, words, isEmptiness } = readFilter(description, parameter);
  const facts = model.filters[filter?.name ?? ''];
  const names = useNames(isEmptiness ? undefined : facts?.to, values);
  const choiceName = (value: string) =>
    facts?.kind === 'datetime' && !Number.isNaN(Date.parse(value))
      ? exactMoment(value)
      : (facts?.choices?.find(([one]) => one === value)?.[1] ?? value);
  const shown = isEmptiness ? '' : names.map(choiceName).join(', ');
  const said = isEmptiness ? (values.at(-1) === 'false' ? 'is not empty' : 'is empty') : words;
  const label = filter?.label ?? parameter;
  return (
    <Popover opened={isOpen} onChange={onOpen} position="bottom-start" trapFocus withinPortal>
      <span className={classes.chip}>
        <Popover.Target>
          <button type="button" onClick={() => (isOpen ? onOpen(false) : void withForm(() => onOpen(true)))}>
            <b>{label}</b> {said}{' '}
            {shown !== '' && (
              <span className={classes.values}>
                <Named text={shown} />
              </span>
            )}
          </button>
        </Popover.Target>
        <CloseButton size={18} iconSize={11} aria-label={`Remove filter ${label}`} onClick={onRemove} />
      </span>
      <Popover.Dropdown p="xs" aria-label={`Filter ${label}`}>
        {isOpen && Form && (
          <Form
            model={model}
            description={description}
            parameter={parameter}
            values={values}
            onDone={() => onOpen(false)}
            onChange={onChange}
          />
        )}
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

function AddFilter({
  button,
  model,
  description,
  onChange,
}: Filtered & { button: RefObject<HTMLButtonElement | null> }) {
  const [isOpen, setOpen] = useState(false);
  const { Form, withForm } = useFilterForm();
  const show = (wanted: boolean) => {
    if (wanted) void withForm(() => setOpen(true));
    else setOpen(false);
  };
  useSignKeys({ f: () => show(true) });
  return (
    <Popover opened={isOpen} onChange={show} position="bottom-start" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <ActionIcon
          ref={button}
          onPointerEnter={loadForm}
          onFocus={loadForm}
          onClick={() => show(!isOpen)}
          aria-label="Add a filter"
          aria-keyshortcuts="f"
          variant="default"
          size={28}
        >
          <Icon name="filter" size={14} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label="Add a filter">
        {isOpen && Form && (
          <Form
            model={model}
            description={description}
            parameter={undefined}
            values={[]}
            onDone={() => show(false)}
            onChange={onChange}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
