import type { Model } from './models';
import { usePath } from './objects';

/** How many objects refer to one, by model and by the filter of its list; in one request. Undefined until it is known. */
export const useReferrerCounts = (
  model: Model,
  id: string,
  isAsked: boolean,
): Record<string, Record<string, number>> | undefined =>
  usePath<Record<string, Record<string, number>>>(
    '/api/ui/referrer-counts/',
    { content_type: model.label, id },
    isAsked,
  ).data;
