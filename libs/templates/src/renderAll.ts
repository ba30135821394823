import { join } from 'node:path';
import { createIsolated } from '@plumbline/isolated';
import type { Rendering, TemplateCase, TemplateObject } from './templateCase';

/** What came of a case: its text, why there is none, or which objects it wants to look at first. */
export type Answer = Rendering | { missing: string[] };

/** What the thread says; what it had no time for is left for later, and what never ends is not worth trying again. */
type Reply = Answer | { later: true } | { problem: string; hopeless: true };

const render = createIsolated(join(__dirname, '../workers/templates.js'));

/** Cases that go to the thread at once; and milliseconds in it for all of them together, and for each case more. */
const most = { cases: 250, milliseconds: 3_000, each: 2 };

const tooLong = { problem: 'It takes too long.' };

/**
 * Renders cases with the objects known so far, some at a time, those whose turn comes before the end (milliseconds since 1970). When the thread does not survive, each template is tried
 * by itself, so that only the one to blame goes without its text.
 */
export async function renderAll(
  cases: TemplateCase[],
  objects: Map<string, TemplateObject>,
  end: number,
): Promise<Map<TemplateCase, Answer>> {
  const answers = new Map<TemplateCase, Answer>();
  const hopeless = new Set<string>();
  let left = most.milliseconds + cases.length * most.each;
  const queue = portions([...cases].sort((a, b) => byPlainness(a.template, b.template)));
  while (queue.length > 0) {
    const portion = queue.shift()!.filter(({ template }) => !hopeless.has(template));
    if (portion.length === 0 || left < 0 || Date.now() > end) continue;
    const { replies, taken } = await ask(portion, objects, end);
    left -= taken;
    const templates = new Set(portion.map(({ template }) => template));
    if (replies) queue.unshift(...portions(take(portion, replies, answers, hopeless)));
    else if (templates.size === 1) hopeless.add(portion[0]!.template);
    else queue.unshift(...[...templates].map((each) => portion.filter(({ template }) => template === each)));
  }
  return new Map(cases.map((one) => [one, answers.get(one) ?? tooLong]));
}

/** What has no loops and is short goes first: whatever the others come to, it has its text before time runs out. */
const byPlainness = (a: string, b: string): number =>
  a.split('{%').length - b.split('{%').length || a.length - b.length;

const portions = (cases: TemplateCase[]): TemplateCase[][] =>
  Array.from({ length: Math.ceil(cases.length / most.cases) }, (_, index) =>
    cases.slice(index * most.cases, (index + 1) * most.cases),
  );

/**
 * What the thread says to cases, unless their turn comes after the end, and the milliseconds it took: those of others who
 * had their turn before are none of ours.
 */
async function ask(
  cases: TemplateCase[],
  objects: Map<string, TemplateObject>,
  end: number,
): Promise<{ replies?: Reply[]; taken: number }> {
  let began = Date.now();
  const text = JSON.stringify({ cases, objects: Object.fromEntries(withinReach(cases, objects)) });
  const reply = await render(text, () => {
    began = Date.now();
    return began <= end;
  });
  const taken = Date.now() - began;
  return reply === undefined ? { taken } : { replies: JSON.parse(reply), taken };
}

/** The objects that cases can come to as far as they are known. */
function withinReach(cases: TemplateCase[], objects: Map<string, TemplateObject>): Map<string, TemplateObject> {
  const reached = new Map<string, TemplateObject>();
  const next = cases.flatMap(({ refs }) => Object.values(refs ?? {}).flat());
  for (let key = next.pop(); key !== undefined; key = next.pop()) {
    const object = key === null || reached.has(key) ? undefined : objects.get(key);
    if (!object) continue;
    reached.set(key!, object);
    next.push(...Object.values(object.refs).flat(), ...(object.lists ?? []).map((name) => `${key}/${name}`));
  }
  return reached;
}

/** Writes down what was answered; what was left for later comes back. */
function take(
  cases: TemplateCase[],
  replies: Reply[],
  answers: Map<TemplateCase, Answer>,
  hopeless: Set<string>,
): TemplateCase[] {
  return cases.filter((one, index) => {
    const reply = replies[index]!;
    if ('later' in reply) return true;
    if ('hopeless' in reply) hopeless.add(one.template);
    answers.set(one, 'hopeless' in reply ? tooLong : reply);
    return false;
  });
}
