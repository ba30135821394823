import { queryOptions } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { request } from './request';

export type Action = 'view' | 'add' | 'change' | 'delete';

/** A field of a model that leads to objects of another, and the filter that finds by it. */
export interface Relation {
  field: string;
  to: string;
  many: boolean;
  reverse?: string;
  filter?: string;
}

/** What the values of a filter are. */
export interface FilterFacts {
  kind: string;
  /** The model of the objects it names. */
  to?: string;
  choices?: [value: string, label: string][];
}

/** What an application shows on the page of an object: `url` answers it, asked with `?id=`. */
export interface AppPanel {
  title: string;
  url: string;
  app: string;
}

/** A model as the server tells of it. */
export interface Model {
  label: string;
  app: string;
  /** The path of its page: `/dcim/devices/`. */
  url: string;
  title: string;
  plural: string;
  natural_key: string[];
  tree: boolean;
  abilities: string[];
  /** What a new object has in fields that are left out, where that is more than nothing; services of older versions do not say. */
  defaults?: Record<string, unknown>;
  relations: Relation[];
  filters: Record<string, FilterFacts>;
  /** What can be asked of one of its objects: the verbs by path segment. */
  actions: Record<string, string[]>;
  /** What applications show on the pages of its objects. */
  panels: AppPanel[];
  may: Action[];
  /** Of these what may be done with some of its objects only; gateways of older versions do not say. */
  some?: Action[];
}

/** A relation seen from its other end: the objects of `model` whose `relation` leads here. */
export interface Referrer {
  model: Model;
  relation: Relation & { filter: string };
}

/** All models that whoever is signed in may see something of. */
export interface Models {
  all: Model[];
  find(label: string): Model | undefined;
  /** The model whose page a path is, or is below: and what follows in the path. */
  at(path: string): { model: Model; rest: string[] } | undefined;
  /** What refers to objects of a model, as far as it can be listed. */
  referrersOf(label: string): Referrer[];
}

/** The one question that tells of all models. */
export const modelsQuery = queryOptions({
  queryKey: ['models'],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) => {
    const { data } = await request<Record<string, Omit<Model, 'label'>>>('GET', '/api/ui/models/', { signal });
    return indexModels(Object.entries(data).map(([label, model]) => ({ label, ...model })));
  },
  structuralSharing: false,
});

/** All models, as whatever stands within the shell knows them: hundreds of values of a page ask. */
export const ModelsContext = createContext<Models>(indexModels([]));

/** All models; the shell has waited for them. */
export const useModels = (): Models => useContext(ModelsContext);

/** Parts of an address as they are meant; undefined where what was typed means nothing. */
function decoded(parts: string[]): string[] | undefined {
  try {
    return parts.map((part) => decodeURIComponent(part));
  } catch {
    return undefined;
  }
}

function indexModels(all: Model[]): Models {
  const byLabel = new Map(all.map((model) => [model.label, model]));
  const byUrl = new Map(all.map((model) => [model.url, model]));
  const referrers = new Map<string, Referrer[]>();
  for (const model of all)
    for (const relation of model.relations) {
      if (relation.filter === undefined || !model.may.includes('view')) continue;
      const known = referrers.get(relation.to) ?? [];
      known.push({ model, relation: { ...relation, filter: relation.filter } });
      referrers.set(relation.to, known);
    }
  return {
    all,
    find: (label) => byLabel.get(label),
    at(path) {
      const parts = path.split('/').filter((part) => part !== '');
      for (let length = Math.min(parts.length, 4); length >= 2; length -= 1) {
        const model = byUrl.get(`/${parts.slice(0, length).join('/')}/`);
        if (!model) continue;
        const rest = decoded(parts.slice(length));
        return rest && { model, rest };
      }
      return undefined;
    },
    referrersOf: (label) => referrers.get(label) ?? [],
  };
}

/** The words with a capital at the beginning: of a title for a heading. */
export const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
