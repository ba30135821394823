import { Alert, Button, Group, Modal, MultiSelect, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import type { Description } from '../api/description';
import type { Model } from '../api/models';
import { useWrite } from '../api/objects';
import { RowErrors } from '../components/RowErrors';
import { useEntered } from '../form/entered';
import { FieldInput } from '../form/FieldInput';
import { enteredFields, type FormValues } from '../form/formValues';
import { rowErrorsOf, wholeErrorOf } from './bulkErrors';

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
  // A file is one object's.
  const fields = enteredFields(description).filter(({ kind }) => kind !== 'file');
  const [chosen, setChosen] = useState<string[]>([]);
  const [values, setValues] = useState<FormValues>({});
  useEntered(Object.keys(values).length > 0);
  const { mutate, error, isPending } = useWrite();
  const rows = rowErrorsOf(error);
  const whole = wholeErrorOf(error);
  const body = () =>
    ids.map((id) => ({
      id,
      ...Object.fromEntries(chosen.map((name) => [name, values[name] ?? emptyOf(description, name)])),
    }));
  const save = () =>
    mutate(
      { method: 'PATCH', path: `/api${model.url}`, body: body(), headers: { Prefer: 'errors=list' } },
      {
        onSuccess: () => {
          notifications.show({ message: `${ids.length} ${ids.length === 1 ? model.title : model.plural} changed.` });
          onDone();
        },
      },
    );
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={`Edit ${ids.length} ${ids.length === 1 ? model.title : model.plural}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
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
          data={fields.map(({ name, label }) => ({ value: name, label }))}
        />
        {chosen.flatMap((name) => {
          const field = description.field(name);
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
          All of them are changed, or none. What a field holds now is replaced.
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
    </Modal>
  );
}

/** A field that was chosen and left empty is emptied. */
function emptyOf(description: Description, name: string): unknown {
  const field = description.field(name);
  if (field?.kind === 'boolean') return false;
  if (field?.kind === 'relatedMany' || field?.kind === 'choices' || field?.kind === 'texts') return [];
  return field?.nullable || field?.kind === 'related' ? null : '';
}
