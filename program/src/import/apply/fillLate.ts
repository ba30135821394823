import type { Row } from '@plumbline/model';
import { change } from './change';
import { changeOf } from './changes';
import { type Draft, isReference, pick } from './draft';
import { fieldsAmong } from './orderEndpoints';
import { presentOf } from './presentOf';
import { lose, resolveValues } from './resolveDraft';
import { type Applied, chunkSize, idHere, type Task, type Wanted } from './task';

/** The relations that had to wait for objects that came later. */
export async function fillLate(task: Task, endpoint: string, applied: Applied): Promise<void> {
  const fields = fieldsAmong(task.late, endpoint);
  if (fields.length === 0) return;
  await fill(task, endpoint, applied, 'relations', (draft) => {
    const said = pick(draft.body, fields);
    // What was made just now has none; of what was here before those are taken away that are not there any more.
    const isDone = task.made.has(draft.key) ? !Object.values(said).some(holdsReference) : isNothing(said);
    if (isDone) return undefined;
    const [body, lost] = resolveValues(task, said);
    for (const [field, key] of lost) lose(task, draft, field, key);
    return body;
  });
}

/** Puts files on objects that have none, or others; answers how many. */
export const fillFiles = async (task: Task, endpoint: string, applied: Applied): Promise<number> =>
  (await fill(task, endpoint, applied, 'files', ({ files }) => files)).reduce(
    (sum, [, files]) => sum + Object.keys(files).length,
    0,
  );

/** Says of objects that are here what had to wait, as far as that is not so yet; answers what was changed. */
async function fill(
  task: Task,
  endpoint: string,
  applied: Applied,
  what: string,
  saying: (draft: Draft) => Row | undefined,
): Promise<[Wanted, Row][]> {
  const { store, options } = task;
  const filled: [Wanted, Row][] = [];
  let wanted: Wanted[] = [];
  let done = 0;
  const flush = async () => {
    const present = await presentOf(
      task.api,
      endpoint,
      wanted.map(({ id }) => id),
    );
    const changes = wanted.flatMap((one): [Wanted, Row][] => {
      const here = present.get(one.id);
      const difference = here && changeOf(one.body, here);
      return difference ? [[one, difference]] : [];
    });
    filled.push(...(await change(task, endpoint, changes, applied)));
    done += wanted.length;
    options.progress(`${endpoint} (${what})`, done, store.count(endpoint));
    wanted = [];
  };
  for await (const draft of store.of(endpoint)) {
    if (task.missing.has(draft.key) || task.left.has(draft.key)) continue;
    const body = saying(draft);
    if (!body) continue;
    wanted.push({ draft, id: String(idHere(task, draft.key)), body, once: {} });
    if (wanted.length === chunkSize) await flush();
  }
  if (wanted.length > 0) await flush();
  return filled;
}

const holdsReference = (value: unknown): boolean =>
  isReference(value) || (Array.isArray(value) && value.some(isReference));

const isNothing = (said: Row): boolean => Object.keys(said).length === 0;
