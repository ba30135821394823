import type { BatchRule } from '@plumbline/model';

/** The name of the writer of a note that belongs to no user any more, as the contract has it. */
const nobody = 'Undefined';

/** A new note is its writer's; a changed one bears the name of the user it is given to. */
export const nameTheWriter: BatchRule = (candidates, { identity }) =>
  candidates.map(({ before, row, related }) => {
    if (!before) {
      row.user = identity.userId;
      row.user_name = identity.username;
    } else {
      row.user_name = row.user === null ? nobody : (related.user?.username ?? row.user_name);
    }
    return undefined;
  });
