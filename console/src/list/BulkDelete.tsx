import { messageOf } from '../api/apiError';
import { useWrite } from '../api/objects';
import { objectsOfIds } from '../api/objectsOfIds';
import { Confirm } from '../components/Confirm';
import type { BulkProps } from './BulkEdit';
import { tellOutcome, whichOfThem } from './passedOver';

/** Deletes several objects, all of them or none. */
export function BulkDelete({ model, ids, nameOf, onDone, onClose }: BulkProps) {
  const { mutate, error, isPending } = useWrite(async () => {
    // The answer does not say what was passed over.
    const asked = model.some?.includes('delete') ? objectsOfIds(model, ids, { depth: 0 }) : [];
    const left = await Promise.resolve(asked).catch(() => undefined);
    const passedOver = left?.map(({ id }) => String(id));
    if (passedOver) tellOutcome({ model, ids, passedOver, nameOf, done: 'deleted' });
    onDone();
  });
  const what = `${ids.length} ${ids.length === 1 ? model.title : model.plural}`;
  return (
    <Confirm
      title={`Delete ${what}?`}
      action={`Delete ${ids.length}`}
      isBusy={isPending}
      error={error ? messageOf(error) : undefined}
      onConfirm={() => mutate({ method: 'DELETE', path: `/api${model.url}`, body: ids.map((id) => ({ id })) })}
      onClose={onClose}
    >
      {whichOfThem(model, 'delete', 'go, with what belongs to them')}
    </Confirm>
  );
}
