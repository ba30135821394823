import { Alert, Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { forgetObjects } from '../api/objects';
import { objectsOfIds } from '../api/objectsOfIds';
import { request } from '../api/request';
import { type ApiObject, isRelated } from '../api/types';
import { Dialog } from '../components/Dialog';
import { RelatedPicker } from '../components/RelatedPicker';
import { RowErrors } from '../components/RowErrors';
import { useEntered } from '../form/entered';
import type { BulkProps } from './BulkEdit';
import { rowErrorsOf, wholeErrorOf } from './bulkErrors';
import { missing, tellOutcome } from './passedOver';

/** Gives several objects tags or takes them away, all of them or none; tags they have beside these stay. */
export function BulkTags({ model, ids, nameOf, onDone, onClose }: BulkProps) {
  const [tags, setTags] = useState<string[]>([]);
  useEntered(tags.length > 0);
  const [action, setAction] = useState('add');
  const client = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => {
      const known = new Map<string, string[]>();
      for (const { id, tags: held } of await objectsOfIds(model, ids, { depth: 0 }))
        known.set(String(id), Array.isArray(held) ? held.filter(isRelated).map((tag) => String(tag.id)) : []);
      const body = ids.map((id) => {
        const rest = (known.get(id) ?? []).filter((tag) => !tags.includes(tag));
        return { id, tags: action === 'add' ? [...rest, ...tags] : rest };
      });
      const options = { body, headers: { Prefer: 'errors=list' } };
      return (await request<ApiObject[]>('PATCH', `/api${model.url}`, options)).data;
    },
    onSuccess: async (changed) => {
      await forgetObjects(client);
      tellOutcome({ model, ids, passedOver: missing(ids, changed), nameOf, of: 'Tags of ', done: 'changed' });
      onDone();
    },
  });
  const rows = rowErrorsOf(error);
  const whole = wholeErrorOf(error);
  return (
    <Dialog
      onClose={onClose}
      closeOnClickOutside={tags.length === 0}
      title={`Tags of ${ids.length} ${ids.length === 1 ? model.title : model.plural}`}
    >
      <Stack gap="sm">
        {rows && <RowErrors errors={rows} nameOf={(index) => nameOf(ids[index] ?? '')} />}
        {whole && (
          <Alert color="red" variant="light" role="alert">
            {whole}
          </Alert>
        )}
        <SegmentedControl
          size="xs"
          aria-label="What to do"
          value={action}
          onChange={setAction}
          data={[
            { value: 'add', label: 'Add' },
            { value: 'remove', label: 'Take away' },
          ]}
        />
        <RelatedPicker
          to="extras.tag"
          label="Tags"
          many
          value={tags}
          onChange={setTags}
          among={{ content_types: model.label }}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={isPending} disabled={tags.length === 0} onClick={() => mutate()}>
            {action === 'add' ? 'Add tags' : 'Take tags away'}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
