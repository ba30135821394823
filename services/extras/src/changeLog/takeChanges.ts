import type { ChangeRecord, UnitOfWork } from '@plumbline/engine';
import { setOffJobs } from '../jobs/setOffJobs';
import { removeNotes } from '../notes/removeNotes';
import { queueDeliveries } from '../webhooks/queueDeliveries';
import { logChanges } from './logChanges';

/** What follows from entries of the change log, in the transaction in which they were entered, in order, each once. */
const consequences: ((work: UnitOfWork, entered: ChangeRecord[]) => Promise<void>)[] = [queueDeliveries, setOffJobs];

/**
 * What extras makes of changes anywhere: entries of the change log, what follows from them, and the end of the notes of
 * what is gone.
 */
export async function takeChanges(work: UnitOfWork, changes: ChangeRecord[]): Promise<void> {
  const entered = await logChanges(
    work,
    changes.filter((change) => change.logged),
  );
  if (entered.length > 0) for (const follow of consequences) await follow(work, entered);
  await removeNotes(
    work,
    changes.filter((change) => change.action === 'delete'),
  );
}
