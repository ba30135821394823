import { Confirm } from '../components/Confirm';

/** Asks before a page is left on which something is entered that nobody has saved. */
export function LeaveQuestion({ onLeave, onStay }: { onLeave(): void; onStay(): void }) {
  return (
    <Confirm
      title="Leave without saving?"
      action="Leave"
      cancel="Stay"
      isBusy={false}
      error={undefined}
      onConfirm={onLeave}
      onClose={onStay}
    >
      What you have entered here is not saved, and would be lost.
    </Confirm>
  );
}
