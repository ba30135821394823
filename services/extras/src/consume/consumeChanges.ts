import type { ChangeRecord, Work } from '@plumbline/engine';
import { logChanges } from './logChanges';
import { removeNotes } from './removeNotes';

/** What extras makes of changes anywhere: entries of the change log, and the end of the notes of what is gone. */
export async function consumeChanges(work: Work, changes: ChangeRecord[]): Promise<void> {
  await logChanges(
    work,
    changes.filter((change) => change.logged),
  );
  await removeNotes(
    work,
    changes.filter((change) => change.action === 'delete'),
  );
}
