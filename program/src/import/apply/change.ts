import type { Row } from '@plumbline/model';
import { renameIdentities } from './known';
import { type Applied, identityOf, idHere, type Task, type Wanted } from './task';
import type { Written } from './writeAll';
import { writeWithoutUntold } from './writeWithoutUntold';

/** Changes what is here; answers what was taken. What is refused is told, or goes to what is `waiting`. */
export async function change(
  task: Task,
  endpoint: string,
  changes: readonly [Wanted, Row][],
  applied: Applied,
  waiting?: [Wanted, Row][],
): Promise<[Wanted, Row][]> {
  if (changes.length === 0) return [];
  if (task.options.dryRun) {
    applied.changed += changes.length;
    return [];
  }
  const { done, refusals } = await writeChanges(task, endpoint, changes);
  // What was made in this run is not changed by what had to wait.
  applied.changed += done.filter(([index]) => !task.made.has(changes[index]![0].draft.key)).length;
  const identity = identityOf(task, endpoint);
  if (identity) {
    const taken = done.map(([index]) => changes[index]!);
    const renamed = taken.filter(([, body]) => identity.match.some((field) => Object.hasOwn(body, field)));
    const objects = renamed.map(([{ id, body }]) => ({ ...body, id }));
    renameIdentities(task.known, endpoint, identity, objects);
  }
  for (const { index, reason } of refusals) {
    const [one, body] = changes[index]!;
    if (waiting) waiting.push([one, body]);
    else {
      applied.refused += 1;
      task.refused.push({ endpoint, key: one.draft.key, field: Object.keys(body).join(', '), reason });
    }
  }
  return done.map(([index]) => changes[index]!);
}

/** Writes changes. What is refused while another one of them has its name still is tried again once that has none. */
async function writeChanges(task: Task, endpoint: string, changes: readonly [Wanted, Row][]): Promise<Written> {
  const done: Written['done'] = [];
  for (let open = [...changes.keys()]; ; ) {
    const some = open.map((at) => changes[at]!);
    const written = await write(
      task,
      'PATCH',
      endpoint,
      some.map(([one]) => one),
      some.map(([{ id }, body]) => ({ id, ...body })),
    );
    done.push(...written.done.map(([at, object]): [number, Row] => [open[at]!, object]));
    const refusals = written.refusals.map((one) => ({ ...one, index: open[one.index]! }));
    if (refusals.length === 0 || written.done.length === 0) return { done, refusals };
    open = refusals.map(({ index }) => index);
  }
}

/** Writes objects, and tells what some of them had to come without. */
export async function write(
  task: Task,
  method: 'POST' | 'PATCH',
  endpoint: string,
  wanted: readonly Wanted[],
  bodies: readonly Row[],
): Promise<Written> {
  const objects = wanted.map(({ draft }, index) => ({ draft, body: bodies[index]! }));
  const targets = { isTold: (key: string) => task.store.has(key), idOf: (key: string) => idHere(task, key) };
  const { leftOut, ...written } = await writeWithoutUntold(task.api, method, endpoint, objects, targets);
  for (const { index, ...left } of leftOut) task.refused.push({ endpoint, key: wanted[index]!.draft.key, ...left });
  return written;
}
