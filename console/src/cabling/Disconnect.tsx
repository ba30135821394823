import { messageOf } from '../api/apiError';
import { type Model, useModels } from '../api/models';
import { useWrite } from '../api/objects';
import { Confirm } from '../components/Confirm';
import { Named } from '../components/Named';
import { useMay } from '../object/useOwnModel';

/** Asks whether a cable is to be pulled out; both its ends are free then. */
export function Disconnect(props: { cable: string; near: string; onClose(): void }) {
  const cables = useModels().find('dcim.cable');
  return cables && <Question {...props} cables={cables} />;
}

function Question({ cables, cable, near, onClose }: { cables: Model; cable: string; near: string; onClose(): void }) {
  const isRefused = useMay(cables, cable, 'delete') === false;
  const { mutate, error, isPending } = useWrite(onClose);
  return (
    <Confirm
      title="Disconnect"
      action="Disconnect"
      isBusy={isPending}
      error={error ? messageOf(error) : undefined}
      refusal={isRefused ? 'This cable is not yours to delete.' : undefined}
      onConfirm={() => mutate({ method: 'DELETE', path: `/api/dcim/cables/${cable}/` })}
      onClose={onClose}
    >
      The cable at <Named text={near} /> is deleted; what it connected is free then.
    </Confirm>
  );
}
