import { capitalise, fieldTitle, type Model } from '@plumbline/model';

/** Titles of the keys that no field stands for. */
export const commonTitles = {
  object_type: 'Object type',
  display: 'Display',
  url: 'Url',
  natural_slug: 'Natural slug',
  notes_url: 'Notes url',
  computed_fields: 'Computed fields',
  relationships: 'Relationships',
} as const;

/** What people call a key of the model's objects. */
export function keyTitle(model: Model, key: string): string {
  return commonTitles[key as keyof typeof commonTitles] ?? fieldTitle(key, model.fields[key]);
}

/** `IP Address Assignment`: the words for one object, each with a capital. */
export const heading = (model: Model): string => model.title.split(' ').map(capitalise).join(' ');
