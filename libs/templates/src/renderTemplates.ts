import { renderAll } from './renderAll';
import type { Rendering, TemplateCase, TemplateObject } from './templateCase';

/** Finds objects by their keys; called for all that a round of templates has asked for, at once. */
export type FindObjects = (keys: string[]) => Promise<Map<string, TemplateObject>>;

/** How far from the object it begins with a template may look, and at how many objects a request may. */
const most = { rounds: 8, objects: 20_000 };

/** Milliseconds after which nobody waits for an answer any more, however little of them the thread was theirs. */
const longestWait = 15_000;

/** Renders one template with plain data (docs/adr/0022-templates-are-rendered-in-a-thread.md). */
export async function renderTemplate(template: string, data: Record<string, unknown>): Promise<Rendering> {
  const [rendering] = await renderTemplates([{ template, data }]);
  return rendering!;
}

/**
 * Renders templates that users write, all together, in a thread that has nothing of this process. The objects they look
 * at are found as they turn out to be needed: one question for each step that templates take from one object to the
 * next, beginning with those that are known.
 */
export async function renderTemplates(
  cases: TemplateCase[],
  find?: FindObjects,
  known: ReadonlyMap<string, TemplateObject> = new Map(),
): Promise<Rendering[]> {
  const objects = new Map(known);
  const renderings = new Map<TemplateCase, Rendering>();
  let open = cases;
  const end = Date.now() + longestWait;
  for (let round = 0; open.length > 0; round++) {
    const missing = new Map<TemplateCase, string[]>();
    for (const [one, answer] of await renderAll(open, objects, end))
      if ('missing' in answer) missing.set(one, answer.missing);
      else renderings.set(one, answer);
    const wanted = new Set([...missing.values()].flat());
    if (!find || round === most.rounds || objects.size + wanted.size > known.size + most.objects) break;
    if (wanted.size > 0) await addFound(objects, [...wanted], find);
    open = [...missing.keys()];
  }
  return cases.map((one) => renderings.get(one) ?? { problem: 'It looks at too many objects.' });
}

/** One that cannot be found reads as nothing. */
async function addFound(objects: Map<string, TemplateObject>, keys: string[], find: FindObjects): Promise<void> {
  const found = await find(keys);
  for (const key of keys) objects.set(key, found.get(key) ?? { text: '', data: {}, refs: {} });
}
