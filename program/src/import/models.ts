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
  customFields: once(having('customFields')),
  relationships: once(having('relationships')),
  notes: once(having('notes')),
  webhooks: once(having('webhooks')),
  customLinks: once(having('customLinks')),
  exportTemplates: once(having('exportTemplates')),
  tagged: once(
    () =>
      new Set(
        allModels().flatMap(({ label, fields }) =>
          fields.tags && label !== 'extras.configcontext' ? [label as string] : [],
        ),
      ),
  ),
};

function once<T>(work: () => T): () => T {
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
