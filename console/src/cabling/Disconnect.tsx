import { messageOf } from '../api/apiError';
import { useWrite } from '../api/objects';
import { Confirm } from '../components/Confirm';
import { Named } from '../components/Named';

/** Asks whether a cable is to be pulled out; both its ends are free then. */
export function Disconnect({ cable, near, onClose }: { cable: string; near: string; onClose(): void }) {
  const { mutate, error, isPending } = useWrite();
  return (
    <Confirm
      title="Disconnect"
      action="Disconnect"
      isBusy={isPending}
      error={error ? messageOf(error) : undefined}
      onConfirm={() => mutate({ method: 'DELETE', path: `/api/dcim/cables/${cable}/` }, { onSuccess: onClose })}
      onClose={onClose}
    >
      The cable at <Named text={near} /> is deleted; what it connected is free then.
    </Confirm>
  );
}
