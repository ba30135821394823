import { isTagged } from '@plumbline/extensions';
import type { Model } from '@plumbline/model';
import { allModels } from '../dump/dumpEverything';

let byLabel: ReadonlyMap<string, Model> | undefined;

/** A model here by its label. */
export function modelHere(label: string): Model {
  byLabel ??= new Map(allModels().map((model) => [model.label as string, model]));
  const model = byLabel.get(label);
  if (!model) throw new Error(`There is no model ${label}.`);
  return model;
}

const having = (ability: keyof Model['abilities']) => (): ReadonlySet<string> => {
  const models = allModels().filter(({ abilities }) => Boolean(abilities[ability]));
  return new Set(models.map(({ label }) => label as string));
};

/** The kinds of objects that can have something beside their fields. */
export const able = {
  customFields: lazy(having('customFields')),
  relationships: lazy(having('relationships')),
  notes: lazy(having('notes')),
  webhooks: lazy(having('webhooks')),
  customLinks: lazy(having('customLinks')),
  exportTemplates: lazy(having('exportTemplates')),
  tagged: lazy(
    () =>
      new Set(
        allModels()
          .filter(isTagged)
          .map(({ label }) => label as string),
      ),
  ),
};

function lazy<T>(work: () => T): () => T {
  let done: { value: T } | undefined;
  return () => {
    done ??= { value: work() };
    return done.value;
  };
}

/** Whether objects here show their tags; some take them and do not. */
export const showsTags = (label: string): boolean => modelHere(label).fields.tags?.options.unshown === false;

/** The values a choice here may have; empty where the field takes anything. */
export const choicesHere = (label: string, field: string): ReadonlySet<string | number> =>
  new Set((modelHere(label).fields[field]?.options.choices ?? []).map(([value]) => value));
