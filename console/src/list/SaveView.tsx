import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../components/Dialog';

/** Asks what a view is to be called. */
export function SaveView({ onSave, onClose }: { onSave(name: string): void; onClose(): void }) {
  const [name, setName] = useState('');
  return (
    <Dialog onClose={onClose} title="Save this view">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSave(name.trim());
        }}
      >
        <TextInput
          label="Name"
          required
          withAsterisk={false}
          maxLength={100}
          data-autofocus
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Text size="xs" c="dimmed" mt={4}>
          Its filters and order are kept with your account.
        </Text>
        <Group justify="flex-end" mt="sm">
          <Button type="submit" disabled={name.trim() === ''}>
            Save
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
