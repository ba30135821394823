import { type BatchRule, where } from '@plumbline/model';

/** The name of the writer of a note that belongs to no user any more, as the contract has it. */
const nobody = 'Undefined';

/** A new note is its writer's, as long as they are there; a changed one bears the name of the user it is given to. */
export const nameTheWriter: BatchRule = async (candidates, { identity, lockMatchingShared }) => {
  const isTheirs = candidates.some(({ before }) => !before);
  const [writer] = isTheirs ? await lockMatchingShared('users.user', where('id', 'exact', identity.userId)) : [];
  return candidates.map(({ before, row, related }) => {
    if (!before) {
      row.user = writer?.id ?? null;
      row.user_name = identity.username;
    } else {
      row.user_name = row.user === null ? nobody : (related.user?.username ?? row.user_name);
    }
    return undefined;
  });
};
