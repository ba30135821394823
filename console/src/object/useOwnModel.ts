import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../api/apiError';
import type { Model } from '../api/models';
import { modelKey, objectPath } from '../api/objects';
import { request } from '../api/request';

/**
 * A model as it is for one of its objects: without `change` where constraints keep whoever is signed in from changing this one.
 * Nobody is asked where there are none; it is offered until the answer is there, so that no key is pressed in vain.
 */
export function useOwnModel(model: Model, id: string | number): Model {
  const isNarrowed = model.some?.includes('change') ?? false;
  const { data: mayChange = true } = useQuery({
    queryKey: [...modelKey(model), 'may change', String(id)],
    enabled: isNarrowed,
    queryFn: async ({ signal }) => {
      try {
        await request('PATCH', objectPath(model, id), { body: {}, query: { dry_run: true }, signal });
        return true;
      } catch (error) {
        // Whatever else may be wrong with it does not keep it from being mended.
        if (error instanceof ApiError && [400, 409].includes(error.status)) return true;
        if (error instanceof ApiError && [403, 404].includes(error.status)) return false;
        throw error;
      }
    },
  });
  return isNarrowed && !mayChange ? { ...model, may: model.may.filter((action) => action !== 'change') } : model;
}
