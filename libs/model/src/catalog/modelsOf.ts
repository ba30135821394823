import type { Model } from '../model';

/** Of what the files of a service's models export, the models, and the other lists of their objects. */
export function modelsOf(exported: object): { models: Model[]; lists: Model[] } {
  const found = Object.values(exported).filter(isModel);
  return {
    models: found.filter(({ isListing }) => !isListing),
    lists: found.filter(({ isListing }) => isListing),
  };
}

const isModel = (value: unknown): value is Model =>
  typeof value === 'object' && value !== null && 'label' in value && 'isListing' in value;
