import { ServiceUnavailable } from '@plumbline/bus';
import { lockLiving, perTransaction, system, type UnitOfWork } from '@plumbline/engine';

const label = 'users.user';

/** Users that the transaction has asked about, and those of them that are there. */
const known = perTransaction(() => ({ asked: new Set<string>(), living: new Set<string>() }));

/**
 * Of users that are to be named by rows which no write verifies, those that are there: nobody deletes them before the transaction
 * of `work` ends. However many they are, they are asked for at once, and each but once.
 */
export async function livingUsers(work: UnitOfWork, ids: Iterable<string | null>): Promise<ReadonlySet<unknown>> {
  const { asked, living } = known(work);
  const isUnknown = (id: string | null): id is string => id !== null && id !== system.userId && !asked.has(id);
  const wanted = new Set([...ids].filter(isUnknown));
  if (wanted.size === 0) return living;
  // As long as nobody has told of users, nobody can say that they are gone.
  if (!work.engine.catalog.find(label)) return wanted;
  try {
    for (const id of await lockLiving(work, label, wanted)) living.add(id);
  } catch (error) {
    // Nor can they while users are away: what has happened is written down without them.
    if (!(error instanceof ServiceUnavailable)) throw error;
    for (const id of wanted) living.add(id);
  }
  for (const id of wanted) asked.add(id);
  return living;
}

/** A user as such a row names them: null when they are not there any more, and for Plumbline itself, which is nobody's user. */
export const livingUser = async (work: UnitOfWork, id: string): Promise<string | null> =>
  (await livingUsers(work, [id])).has(id) ? id : null;
