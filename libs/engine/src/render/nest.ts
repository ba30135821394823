import { problems } from '@plumbline/http';
import type { ObjectKey } from '@plumbline/model';
import type { RequestScope } from '../core/scope';

/** Objects by the label of their model. */
export type Wanted = Map<string, Set<ObjectKey>>;
/** JSON texts of objects by id, by the label of their model. */
export type Texts = Map<string, Map<unknown, string>>;

/** What a text has a gap for: one object, one that a generic relation names, or a list. */
export type Gap = [kind: 'one' | 'generic' | 'list', label: string, ...ids: ObjectKey[]];
/** An object as JSON text with a mark for each of its related objects or lists of them, and what the marks stand for. */
export type OpenText = [id: ObjectKey, text: string, gaps: Gap[]];
/** Shows objects of one model. */
type Show = (label: string, ids: ObjectKey[]) => Promise<[id: ObjectKey, text: string, gaps?: Gap[]][]>;

/** Stands for a related object. JSON text holds no such character, since it has to be escaped there. */
export const placeholder = '\0';

/** How the text of an object ends that a generic relation names. */
export const genericEnd = ',"generic_foreign_key":true}';

/** Characters the objects of one answer may have; each level of depth can multiply what the one below has. */
const largestAnswer = 64 * 1024 * 1024;
/** Objects of one model that are asked for at once. */
const mostAtOnce = 5_000;
/** Milliseconds before the request's deadline at which nothing more is asked for. */
const nestingMargin = 2_000;
const advice = 'Ask for less depth or for fewer objects.';

/** Counts characters; there may not be more of them than an answer may have. */
export function sizeGuard(): (characters: number) => void {
  let size = 0;
  return (characters) => {
    size += characters;
    if (size > largestAnswer) throw problems.field('depth', `The answer would be too large. ${advice}`);
  };
}

/** An object's text in the pieces between its gaps, without the brace at its end. */
interface Pieces {
  texts: string[];
  gaps: Gap[];
}
/** Undefined: the object is not there. */
type Known = Map<string, Map<ObjectKey, Pieces | undefined>>;

/**
 * Objects of any models as they are shown inside others, with what they refer to, `depth` levels deep and at least one.
 * An object is asked for once with gaps and once as it is at the lowest level, however often and wherever it appears:
 * each level asks every model once at most. What is filled into the gaps is known by then, so that only the text grows
 * with the depth. Everything held is part of the answer, so the bound on that bounds this.
 */
export async function nest(
  wanted: Wanted,
  depth: number,
  open: Show,
  lowest: Show,
  scope: RequestScope,
): Promise<Texts> {
  const count = sizeGuard();
  const known: Known = new Map();
  const levels = [wanted];
  for (let level = wanted; levels.length <= depth; levels.push(level)) {
    await learn(known, level, open, count, scope);
    level = named(known, level);
  }
  const bottom: Known = new Map();
  await learn(bottom, levels.pop()!, lowest, count, scope);
  let texts = fill(bottom, bottom, new Map());
  for (const level of levels.reverse()) texts = fill(known, level, texts);
  return new Map([...texts].map(([label, bodies]) => [label, closed(bodies)]));
}

const closed = (bodies: Map<unknown, string>): Map<unknown, string> =>
  new Map([...bodies].map(([id, body]) => [id, `${body}}`]));

/** Asks for the objects that are not known yet: many of one model one part after the other. */
async function learn(known: Known, wanted: Wanted, show: Show, count: (size: number) => void, scope: RequestScope) {
  await Promise.all(
    [...wanted].map(async ([label, ids]) => {
      const objects = known.get(label) ?? new Map<ObjectKey, Pieces | undefined>();
      known.set(label, objects);
      const unknown = [...ids].filter((id) => !objects.has(id));
      for (let from = 0; from < unknown.length; from += mostAtOnce) {
        if (Date.now() > scope.deadline - nestingMargin)
          throw problems.field('depth', `The answer takes too long. ${advice}`);
        const asked = unknown.slice(from, from + mostAtOnce);
        for (const id of asked) objects.set(id, undefined);
        for (const [id, text, gaps = []] of await show(label, asked)) {
          count(text.length);
          objects.set(id, { texts: text.slice(0, -1).split(placeholder), gaps });
        }
      }
    }),
  );
}

/** Everything the gaps of these objects are for. */
function named(known: Known, level: Wanted): Wanted {
  const found: Wanted = new Map();
  for (const [label, ids] of level)
    for (const id of ids)
      for (const [, other, ...others] of known.get(label)?.get(id)?.gaps ?? []) {
        const all = found.get(other) ?? new Set();
        found.set(other, all);
        for (const one of others) all.add(one);
      }
  return found;
}

/** The texts of a level, without the brace at their end, made of those of the level below. */
function fill(known: Known, level: Map<string, { keys(): Iterable<ObjectKey> }>, below: Texts): Texts {
  const count = sizeGuard();
  const filled: Texts = new Map();
  for (const [label, ids] of level) {
    const bodies = new Map<unknown, string>();
    filled.set(label, bodies);
    for (const id of ids.keys()) {
      const pieces = known.get(label)?.get(id);
      if (pieces) bodies.set(id, bodyOf(pieces, below, count));
    }
  }
  return filled;
}

function bodyOf({ texts, gaps }: Pieces, below: Texts, count: (size: number) => void): string {
  let body = '';
  for (const [index, text] of texts.entries()) {
    const gap = gaps[index];
    const filling = gap ? fillingOf(gap, below) : '';
    count(text.length + filling.length);
    body += text;
    body += filling;
  }
  return body;
}

function fillingOf([kind, label, ...ids]: Gap, below: Texts): string {
  const bodies = ids.map((id) => below.get(label)?.get(id)).filter((body) => body !== undefined);
  if (kind === 'list') return `[${bodies.map((body) => `${body}}`).join(',')}]`;
  const [body] = bodies;
  if (body === undefined) return 'null';
  return `${body}${kind === 'generic' ? genericEnd : '}'}`;
}
