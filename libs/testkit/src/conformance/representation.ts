import { shownKeys } from '@plumbline/engine';
import { registered } from '@plumbline/extensions';
import type { Model } from '@plumbline/model';
import type { Subject } from './subject';

// biome-ignore lint/suspicious/noExplicitAny: objects as they came
type Shown = any;

/** How an object is shown: by itself or inside another, and how deep its relations go. */
interface Surroundings {
  root: boolean;
  depth: number;
  written?: boolean;
}

/** Checks the keys of an object and the shape of everything it relates to, as deep as it goes. */
export function expectShown(subject: Subject, model: Model, object: Shown, surroundings: Surroundings): void {
  const { root, depth, written } = surroundings;
  const { generic_foreign_key: _, ...own } = object;
  const keys = Object.keys(own);
  expect(keys).toEqual(shownKeys(registered.extensions, model, { root, ...(written ? { written } : {}) }));
  expect(keys.sort()).toEqual(keysOf(model, { root, written: written ?? false }).sort());
  for (const [name, field] of Object.entries(model.fields)) {
    if (!Object.hasOwn(object, name)) continue;
    const { to, of, typeField } = field.options;
    const label =
      field.kind.source === 'generic' ? object[typeField!] : field.isRelation || field.isMany ? (to ?? of) : undefined;
    if (label === undefined || label === null) continue;
    for (const related of [object[name]].flat()) expectRelated(subject, label, related, { root, depth });
  }
}

function expectRelated(subject: Subject, label: string, related: Shown, { root, depth }: Surroundings): void {
  if (related === null) return;
  const target = subject.models().get(label);
  if (depth === 0 && root) expect(Object.keys(related)).toEqual(['id', 'object_type', 'url']);
  if (depth === 0 && !root) expect(related).toEqual(expect.stringMatching(/^http:\/\/.*\/api\//));
  if (depth === 0) return;
  expect(related.object_type).toBe(label);
  if (target) expectShown(subject, target, related, { root: false, depth: target.depthIgnored ? 0 : depth - 1 });
}

/** The keys that a model's objects have by what its file says, and by the extensions that concern it. */
function keysOf(model: Model, { root, written }: { root: boolean; written: boolean }): string[] {
  const { abilities, fields } = model;
  const added = registered.extensions.keysOf(model);
  const declared = Object.entries(fields).filter(([, { options }]) => {
    const { hidden, unshown, writeOnly, optIn, rootOnly } = options;
    return !hidden && !unshown && !writeOnly && (written || !optIn) && (root || !rootOnly);
  });
  const keys = [
    ...['id', 'object_type', 'display'],
    ...(abilities.url ? ['url'] : []),
    ...(abilities.slug ? ['natural_slug'] : []),
    ...added.filter(({ optIn }) => written || !optIn).map(({ key }) => key),
    ...declared.map(([name]) => name),
  ];
  return [...new Set(keys)];
}

/** An object as it is read, without what only answers to writes have. */
export function asRead(model: Model, written: Shown): Shown {
  const keys = new Set(keysOf(model, { root: true, written: false }));
  return Object.fromEntries(Object.entries(written).filter(([key]) => keys.has(key)));
}

/** Without what every write changes. */
export function withoutTimes({ last_updated: _, ...rest }: Shown): Shown {
  return rest;
}
