import { CloseButton, Combobox, InputBase, Loader, Pill, PillsInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../api/apiError';
import { useModels } from '../api/models';
import { listQuery, objectQuery } from '../api/objects';
import type { QueryValues } from '../api/request';
import type { ApiObject } from '../api/types';
import { Named } from './Named';
import { nameOf } from './ObjectLink';
import { isColored, StatusBadge } from './StatusBadge';

/** How many objects are offered at once. */
const offered = 30;
/** Milliseconds after the last letter until the server is asked. */
const pause = 180;

interface Shared {
  /** The label of the model that is chosen from. */
  to: string;
  label?: string;
  description?: string;
  error?: React.ReactNode;
  required?: boolean;
  disabled?: boolean;
  autoFocus?: boolean;
  placeholder?: string;
  'aria-label'?: string;
  /** Narrows what is offered: filters of that model. */
  among?: QueryValues;
  /** Where it stands in something that closes at a press beside it, what is offered has to be within that. */
  withinPortal?: boolean;
}

export type RelatedPickerProps = Shared &
  (
    | { many?: false; value: string | null; onChange: (id: string | null) => void }
    | { many: true; value: string[]; onChange: (ids: string[]) => void }
  );

/** Objects of a model, found by what is typed. Values are ids. */
export function RelatedPicker(props: RelatedPickerProps) {
  const {
    to,
    label,
    description,
    error,
    required,
    disabled,
    autoFocus,
    placeholder,
    among,
    withinPortal = true,
  } = props;
  const model = useModels().find(to);
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, pause);
  const box = useCombobox({
    onDropdownClose: () => {
      box.resetSelectedOption();
      setSearch('');
    },
    onDropdownOpen: () => box.updateSelectedOptionIndex('active'),
  });
  const chosen = props.many ? props.value : props.value === null ? [] : [props.value];
  const found = useQuery({
    ...listQuery(model ?? { url: '' }, {
      ...among,
      limit: offered,
      depth: 0,
      ...(asked && model?.filters.q ? { q: asked } : {}),
    }),
    enabled: box.dropdownOpened && model !== undefined,
    // What is offered stays until what is found instead is there, so that nothing goes from under a pointer.
    placeholderData: keepPreviousData,
  });
  // Nor does it move while it is pressed: a press that ends on another option chooses none.
  const [pressed, setPressed] = useState<ApiObject[]>();
  const release = () => setPressed(undefined);
  // What is typed is chosen by Enter, as soon as it is found.
  const boxLatest = useRef(box);
  boxLatest.current = box;
  useEffect(() => {
    if (asked !== '' && found.data && !found.isPlaceholderData) boxLatest.current.selectFirstOption();
  }, [asked, found.data, found.isPlaceholderData]);
  const names = useQueries({
    queries: chosen.map((id) => ({
      ...objectQuery(model ?? { url: '' }, id, { depth: 0 }),
      enabled: model !== undefined,
      staleTime: 60_000,
    })),
  });
  if (!model)
    return (
      <InputBase
        label={label}
        description={description}
        error={error}
        disabled
        value=""
        placeholder="You may not see these"
        readOnly
        aria-label={props['aria-label']}
      />
    );
  const nameAt = (index: number) => (names[index]?.data ? nameOf(names[index].data.object) : '…');
  const choose = (id: string) => {
    if (props.many) props.onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
    else {
      props.onChange(id);
      box.closeDropdown();
    }
    setSearch('');
  };
  const remove = (id: string) =>
    props.many ? props.onChange(chosen.filter((one) => one !== id)) : props.onChange(null);
  const options = (pressed ?? found.data?.results ?? []).map((object) => (
    <Combobox.Option
      value={String(object.id)}
      key={object.id}
      active={chosen.includes(String(object.id))}
      aria-selected={chosen.includes(String(object.id))}
    >
      {isColored(object) ? <StatusBadge name={object.display} color={object.color} /> : <Named text={nameOf(object)} />}
    </Combobox.Option>
  ));
  return (
    <Combobox store={box} onOptionSubmit={choose} withinPortal={withinPortal}>
      <Combobox.DropdownTarget>
        <PillsInput
          label={label}
          description={description}
          error={error}
          required={required ?? false}
          disabled={disabled ?? false}
          onClick={() => box.openDropdown()}
          rightSection={
            found.isFetching && box.dropdownOpened ? (
              <Loader size={14} />
            ) : !props.many && chosen.length > 0 && !required && !disabled ? (
              <CloseButton size="sm" aria-label={`Clear ${label ?? ''}`} onClick={() => props.onChange(null)} />
            ) : (
              <Combobox.Chevron />
            )
          }
        >
          <Pill.Group style={props.many ? undefined : { flexWrap: 'nowrap' }}>
            {chosen.map((id, index) =>
              props.many ? (
                <Pill
                  key={id}
                  withRemoveButton={!disabled}
                  onRemove={() => remove(id)}
                  removeButtonProps={{ 'aria-label': `Remove ${nameAt(index)}` }}
                >
                  {nameAt(index)}
                </Pill>
              ) : (
                search === '' && (
                  <span
                    key={id}
                    style={{
                      fontSize: 'var(--mantine-font-size-sm)',
                      overflow: 'hidden',
                      textOverflow: 'ellipsis',
                      whiteSpace: 'nowrap',
                      maxWidth: 'calc(100% - 1.5rem)',
                    }}
                  >
                    <Named text={nameAt(index)} />
                  </span>
                )
              ),
            )}
            <Combobox.EventsTarget>
              <PillsInput.Field
                // What is chosen stays on one line, with room for a caret behind it.
                style={
                  !props.many && chosen.length > 0 && search === '' ? { minWidth: '1rem', flex: '1 1 1rem' } : undefined
                }
                aria-label={props['aria-label'] ?? label ?? model.title}
                autoFocus={autoFocus ?? false}
                disabled={disabled ?? false}
                value={search}
                placeholder={chosen.length === 0 ? (placeholder ?? `Choose ${model.title}`) : ''}
                onBlur={() => box.closeDropdown()}
                onChange={({ currentTarget: { value } }) => {
                  box.openDropdown();
                  box.updateSelectedOptionIndex();
                  setSearch(value);
                }}
                onKeyDown={(event) => {
                  if (event.key !== 'Backspace' || search !== '' || chosen.length === 0) return;
                  event.preventDefault();
                  remove(chosen.at(-1)!);
                }}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <Combobox.Options
          mah={260}
          style={{ overflowY: 'auto' }}
          aria-label={label ?? model.plural}
          onPointerDown={() => setPressed(found.data?.results)}
          onClick={release}
          onPointerLeave={release}
          onPointerCancel={release}
        >
          {options.length > 0 ? (
            options
          ) : (
            <Combobox.Empty>
              {found.isFetching ? 'Looking…' : found.error ? messageOf(found.error) : `No ${model.plural} found`}
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
