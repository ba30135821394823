import type { Filter } from '../criteria/filter';
import type { Field } from '../fields/field';
import type { Model } from '../model';

/** What another list of the objects of a model has of its own. */
export interface NamedList
  extends Pick<Model, 'endpoint'>,
    Partial<Pick<Model, 'menu' | 'title' | 'plural' | 'className' | 'description' | 'listed' | 'restrict' | 'order'>> {
  filters: Record<string, Filter>;
  /** Shown in place of the model's own fields. */
  shown?: Record<string, Field>;
}

/** Some objects of a model as another endpoint lists them: to be read there, with filters of that list. */
export function listedAs(model: Model, { filters, shown, ...more }: NamedList): Model {
  return {
    ...model,
    ...more,
    filters: Object.assign(Object.create(null), filters),
    ...(shown ? { fields: Object.assign(Object.create(null), onlyShowing(model.fields, shown)) } : {}),
    abilities: shown
      ? {
          ...model.abilities,
          url: false,
          slug: false,
          tags: false,
          notes: false,
          customFields: false,
          relationships: false,
          computedFields: false,
        }
      : model.abilities,
    naturalKey: shown ? ['id'] : model.naturalKey,
    methods: ['GET'],
    unversioned: true,
    depthIgnored: true,
    isListing: true,
    menu: more.menu ?? [],
    home: undefined,
  };
}

/** The columns are there to be asked for; of what is not stored only the fields to show are. */
function onlyShowing(own: Model['fields'], shown: Record<string, Field>): Record<string, Field> {
  const stored = Object.entries(own).filter(([name, field]) => field.stored && name !== 'id' && !shown[name]);
  const hidden = stored.map(([name, field]) => [name, field.hidden()] as const);
  return { id: own.id!, ...shown, ...Object.fromEntries(hidden) };
}
