import { capitalise, type Model } from '@plumbline/model';

/** Titles of the keys that no field stands for. */
export const commonTitles = {
  object_type: 'Object type',
  display: 'Display',
  url: 'Url',
  natural_slug: 'Natural slug',
} as const;

/** `IP Address Assignment`: the words for one object, each with a capital. */
export const heading = (model: Model): string => model.title.split(' ').map(capitalise).join(' ');
