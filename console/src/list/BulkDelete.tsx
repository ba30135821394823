import { notifications } from '@mantine/notifications';
import { messageOf } from '../api/apiError';
import { useWrite } from '../api/objects';
import { Confirm } from '../components/Confirm';
import type { BulkProps } from './BulkEdit';

/** Deletes several objects, all of them or none. */
export function BulkDelete({ model, ids, onDone, onClose }: BulkProps) {
  const { mutate, error, isPending } = useWrite();
  const what = `${ids.length} ${ids.length === 1 ? model.title : model.plural}`;
  const remove = () =>
    mutate(
      { method: 'DELETE', path: `/api${model.url}`, body: ids.map((id) => ({ id })) },
      {
        onSuccess: () => {
          notifications.show({ message: `${what} deleted.` });
          onDone();
        },
      },
    );
  return (
    <Confirm
      title={`Delete ${what}?`}
      action={`Delete ${ids.length}`}
      isBusy={isPending}
      error={error ? messageOf(error) : undefined}
      onConfirm={remove}
      onClose={onClose}
    >
      All of them go, with what belongs to them, or none does.
    </Confirm>
  );
}
