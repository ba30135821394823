import { type Model, naturalSlug } from '@plumbline/model';
import type { Viewer } from './viewers';
import type { Shown, World } from './world';

/** Shorter words, and those that are one word alone, may stand anywhere by chance. */
const shortest = 6;
const isTellingWord = (word: string): boolean => word.length >= 8 && /[ -]/.test(word) && plain.test(word);

/** What may stand in an answer as it is, be it JSON, a table or a picture. */
const plain = /^[\w .:@-]+$/;

/** Texts of an object that are copies of what others are like. */
const copies: Record<string, string[]> = {
  'extras.objectchange': ['object_repr', 'object_data', 'object_data_v2'],
};

/** What says which keys objects have: whoever sees objects of any model sees it in them. */
const definitions = ['extras.customfield', 'extras.customfieldchoice', 'extras.computedfield', 'extras.relationship'];

/** The texts an object holds itself. */
function* textsOf(model: Model, object: Shown): Generator<string> {
  for (const [name, field] of Object.entries(model.fields)) {
    const isOwn = field.stored && !field.isRelation && !field.isMany && !copies[model.label]?.includes(name);
    if (isOwn && name !== 'id' && name in object) yield* strings(object[name]);
  }
}

function* strings(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) yield* strings(item);
}

const isTelling = ({ kind, options }: Model['fields'][string]): boolean =>
  kind.placeholder?.is === 'text' && !kind.placeholder.atNeed && !options.choices;

/**
 * Finds words of objects that somebody may not view: what those hold in columns of text, as they are and as parts of
 * slugs, and nothing that an object they may view holds too.
 */
export function hiddenWords(world: World, label: string, viewer: Viewer): (text: string) => string[] {
  const hidden = new Map<string, Set<string>>();
  const allowed: string[] = [];
  for (const [other, { model }] of world.subjects)
    for (const object of world.objects.get(other)!) {
      if (model.open || definitions.includes(other) || (other === label && viewer.maySee && viewer.extendsTo(object)))
        allowed.push(...textsOf(model, object));
      else
        for (const [name, field] of Object.entries(model.fields)) {
          const value = object[name];
          if (!isTelling(field) || typeof value !== 'string' || copies[other]?.includes(name)) continue;
          const slug = naturalSlug([value], '').slice(0, -1);
          for (const word of [value, slug]) if (isTellingWord(word)) put(hidden, word.slice(0, shortest), word);
        }
    }
  const known = allowed.join('\n');
  const knownSlugs = allowed.map((text) => naturalSlug([text], '')).join('\n');
  for (const words of hidden.values())
    for (const word of words) if (known.includes(word) || knownSlugs.includes(word)) words.delete(word);
  return (text) => {
    const found = new Set<string>();
    for (let at = 0; at + shortest <= text.length; at++)
      for (const word of hidden.get(text.slice(at, at + shortest)) ?? [])
        if (text.startsWith(word, at)) found.add(word);
    return [...found];
  };
}

function put(map: Map<string, Set<string>>, key: string, word: string): void {
  const words = map.get(key) ?? new Set();
  map.set(key, words);
  words.add(word);
}
