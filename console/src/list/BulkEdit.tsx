import { Alert, Button, Group, MultiSelect, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useCustomFields } from '../api/customFields';
import type { Description, Field } from '../api/description';
import type { Model } from '../api/models';
import { useWrite } from '../api/objects';
import { type ApiObject, isRecord } from '../api/types';
import { Dialog } from '../components/Dialog';
import { RowErrors } from '../components/RowErrors';
import { useEntered } from '../form/entered';
import { FieldInput } from '../form/FieldInput';
import { enteredFields, type FormValues } from '../form/formValues';
import { useRelationshipSides } from '../form/useRelationshipSides';
import { rowErrorsOf, wholeErrorOf } from './bulkErrors';
import { missing, tellOutcome, whichOfThem } from './passedOver';

export interface BulkProps {
  model: Model;
  description: Description;
  ids: string[];
  /** What an object is called, as far as it is known. */
  nameOf(id: string): string;
  onDone(): void;
  onClose(): void;
}

/** Gives several objects the same values, all of them or none. */
export function BulkEdit({ model, description, ids, nameOf, onDone, onClose }: BulkProps) {
  const groups = useGroups(model, description);
  const offered = new Map(groups.flatMap(({ items }) => items.map((one) => [one.name, one] as const)));
  const [chosen, setChosen] = useState<string[]>([]);
  const [values, setValues] = useState<FormValues>({});
  useEntered(chosen.length > 0);
  const { mutate, error, isPending } = useWrite<ApiObject[]>(({ data }) => {
    tellOutcome({ model, ids, passedOver: missing(ids, data), nameOf, done: 'changed' });
    onDone();
  });
  const rows = rowErrorsOf(error);
  const whole = wholeErrorOf(error);
  const body = () => {
    const given: FormValues = {};
    for (const name of chosen) {
      const one = offered.get(name);
      one?.put(given, values[name] ?? emptyOf(one.field));
    }
    return ids.map((id) => ({ id, ...given }));
  };
  const save = () =>
    mutate({ method: 'PATCH', path: `/api${model.url}`, body: body(), headers: { Prefer: 'errors=list' } });
  return (
    <Dialog
      onClose={onClose}
      closeOnClickOutside={chosen.length === 0}
      size="lg"
      title={`Edit ${ids.length} ${ids.length === 1 ? model.title : model.plural}`}
    >
      <Stack
        gap="sm"
        component="form"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          save();
        }}
      >
        {rows && <RowErrors errors={rows} nameOf={(index) => nameOf(ids[index] ?? '')} />}
        {whole && (
          <Alert color="red" variant="light" role="alert">
            {whole}
          </Alert>
        )}
        <MultiSelect
          label="Fields to change"
          searchable
          selectFirstOptionOnChange
          data-autofocus
          placeholder={chosen.length === 0 ? 'Choose fields' : ''}
          value={chosen}
          onChange={setChosen}
          data={groups
            .filter(({ items }) => items.length > 0)
            .map(({ group, items }) => ({
              group,
              items: items.map(({ name, field }) => ({ value: name, label: field.label })),
            }))}
        />
        {chosen.flatMap((name) => {
          const field = offered.get(name)?.field;
          return field
            ? [
                <FieldInput
                  key={name}
                  field={{ ...field, required: false }}
                  value={values[name] ?? (field.kind === 'boolean' ? false : undefined)}
                  onChange={(value) => setValues((known) => ({ ...known, [name]: value }))}
                />,
              ]
            : [];
        })}
        <Text size="xs" c="dimmed">
          {whichOfThem(model, 'change', 'are changed')} What a field holds now is replaced.
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending} disabled={chosen.length === 0}>
            Change {ids.length}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** What several objects can be given. */
interface Offered {
  /** Tells it from a field of another group. */
  name: string;
  field: Field;
  /** Adds a value to what each of them is given. */
  put(given: FormValues, value: unknown): void;
}

/** All that a form of the model enters, except for files: one is one object's. */
function useGroups(model: Model, description: Description): { group: string; items: Offered[] }[] {
  const fields = enteredFields(description).filter(({ kind }) => kind !== 'file');
  return [
    {
      group: 'Fields',
      items: fields.map((field) => ({
        name: field.name,
        field,
        put: (given, value) => {
          given[field.name] = value;
        },
      })),
    },
    {
      group: 'Custom fields',
      items: useCustomFields(model).map(({ field }) => ({
        name: `custom_fields.${field.name}`,
        field,
        put: (given, value) => {
          given.custom_fields = { ...partOf(given, 'custom_fields'), [field.name]: value };
        },
      })),
    },
    {
      group: 'Relationships',
      items: useRelationshipSides(model).map(({ key, name, label, to, many }) => ({
        name: `relationships.${key}.${name}`,
        field: { name: key, label, kind: many ? 'relatedMany' : 'related', to, ...entered },
        put: (given, value) => {
          const sides = partOf(given, 'relationships');
          const objects = Array.isArray(value) ? value : value === null ? [] : [value];
          given.relationships = { ...sides, [key]: { ...partOf(sides, key), [name]: { objects } } };
        },
      })),
    },
  ];
}

const entered = { required: false, readOnly: false, nullable: true };

const partOf = (given: FormValues, name: string): FormValues => {
  const part = given[name];
  return isRecord(part) ? part : {};
};

/** A field that was chosen and left empty is emptied. */
function emptyOf({ kind, nullable }: Field): unknown {
  if (kind === 'boolean') return false;
  if (kind === 'relatedMany' || kind === 'choices' || kind === 'texts') return [];
  return nullable || kind === 'related' ? null : '';
}
