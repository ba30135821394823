import { Button, Group, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { messageOf } from '../../../api/apiError';
import type { Model } from '../../../api/models';
import { useWrite } from '../../../api/objects';
import type { ApiObject } from '../../../api/types';

/** Keeps a query by a name, or what has become of one that is kept. */
export function KeepQuery({
  saved,
  query,
  kept,
  onKept,
}: {
  saved: Model;
  query: string;
  kept: ApiObject | undefined;
  onKept(kept: ApiObject): void;
}) {
  const [name, setName] = useState('');
  const write = useWrite<ApiObject>();
  if (!saved.may.includes(kept ? 'change' : 'add')) return null;
  const keep = () =>
    write.mutate(
      kept
        ? { method: 'PATCH', path: `/api${saved.url}${kept.id}/`, body: { query } }
        : { method: 'POST', path: `/api${saved.url}`, body: { name, query } },
      {
        onSuccess: ({ data }) => {
          setName('');
          onKept(data);
          notifications.show({ title: `${data.display} is kept`, message: 'Everybody who may see queries finds it.' });
        },
        onError: (error) => notifications.show({ color: 'red', title: 'Not kept', message: messageOf(error) }),
      },
    );
  return (
    <Group gap="xs" align="flex-end">
      {!kept && (
        <TextInput
          label="Keep it as"
          value={name}
          maxLength={100}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          style={{ flex: 1 }}
        />
      )}
      <Button
        variant="default"
        loading={write.isPending}
        disabled={kept ? kept.query === query : name === ''}
        onClick={keep}
      >
        {kept ? 'Keep the change' : 'Keep'}
      </Button>
    </Group>
  );
}
