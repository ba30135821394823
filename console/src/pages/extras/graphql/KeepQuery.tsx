import { Alert, Button, Code, Group, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isConflict, messageOf } from '../../../api/apiError';
import type { Model } from '../../../api/models';
import { ifMatch, objectPath, readNow, useWrite, type Versioned } from '../../../api/objects';
import type { ApiObject } from '../../../api/types';

/** Keeps a query by a name, or what has become of one that is kept: of the version `base`, or of what others have made of it. */
export function KeepQuery({
  saved,
  query,
  kept,
  base,
  onKept,
}: {
  saved: Model;
  query: string;
  kept: ApiObject | undefined;
  base: string | undefined;
  onKept(kept: Versioned): void;
}) {
  const [name, setName] = useState('');
  const [theirs, setTheirs] = useState<Versioned>();
  const client = useQueryClient();
  const write = useWrite<ApiObject>();
  if (!saved.may.includes(kept ? 'change' : 'add')) return null;
  const refuse = (error: unknown) => notifications.show({ color: 'red', title: 'Not kept', message: messageOf(error) });
  const headers = ifMatch(theirs ? theirs.etag : base);
  const keep = () =>
    write.mutate(
      kept
        ? { method: 'PATCH', path: objectPath(saved, kept.id), body: { query }, headers }
        : { method: 'POST', path: `/api${saved.url}`, body: { name, query } },
      {
        onSuccess: ({ data, etag }) => {
          setName('');
          setTheirs(undefined);
          onKept({ object: data, etag });
          notifications.show({ title: `${data.display} is kept`, message: 'Everybody who may see queries finds it.' });
        },
        onError: (error) =>
          kept && isConflict(error)
            ? void readNow(client, saved, kept.id, { depth: 0 }).then(setTheirs).catch(refuse)
            : refuse(error),
      },
    );
  return (
    <Group gap="xs" align="flex-end">
      {theirs && (
        <Alert color="brass" variant="light" role="alert" w="100%">
          Somebody else has changed it meanwhile; here it is now. Keep yours to put it in the place of theirs.
          <Code block tabIndex={0}>
            {String(theirs.object.query)}
          </Code>
        </Alert>
      )}
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
