import type { Row } from '@plumbline/model';
import { type Draft, isReference, type Reference } from './draft';
import { relationOf } from './orderEndpoints';
import { type Applied, idHere, type Task, type Wanted } from './task';

/** Related objects by their ids; undefined, and told, when one that it cannot be without is not here. */
export function resolveDraft(task: Task, draft: Draft, applied: Applied): Wanted | undefined {
  const { endpoint, key } = draft;
  const present = Object.fromEntries(
    Object.entries(draft.body).filter(([field]) => !task.late.has(relationOf(endpoint, field))),
  );
  const [body, lost] = resolveValues(task, present);
  const [once, alsoLost] = resolveValues(task, draft.once ?? {});
  const all = [...lost, ...alsoLost];
  const fatal = all.find(([, , reference]) => reference.required);
  if (fatal) {
    task.missing.add(key);
    task.refused.push({ endpoint, key, reason: `its ${fatal[0]}, ${fatal[1]}, did not come along` });
    applied.refused += 1;
    return undefined;
  }
  for (const [field, gone] of all) lose(task, draft, field, gone);
  return { draft, id: String(idHere(task, key)), body, once };
}

export const lose = (task: Task, { endpoint, key }: Draft, field: string, gone: string) =>
  task.refused.push({ endpoint, key, field, reason: `${gone} did not come along` });

/** A body with ids in place of references, and the references that lead nowhere. */
export function resolveValues(task: Task, body: Row): [Row, [field: string, key: string, reference: Reference][]] {
  const lost: [string, string, Reference][] = [];
  const one = (field: string, reference: Reference): string | number | undefined => {
    if (!task.missing.has(reference.$ref)) return idHere(task, reference.$ref);
    lost.push([field, reference.$ref, reference]);
    return undefined;
  };
  const resolved = Object.entries(body).map(([field, value]): [string, unknown] => {
    if (isReference(value)) return [field, one(field, value) ?? null];
    if (!Array.isArray(value)) return [field, value];
    const list = value.map((item) => (isReference(item) ? one(field, item) : item));
    // Two that turned out to be one are named once.
    return [field, [...new Set(list.filter((item) => item !== undefined))]];
  });
  return [Object.fromEntries(resolved), lost];
}
