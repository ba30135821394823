import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { ApiError, isConflict } from '../api/apiError';
import type { Model } from '../api/models';
import { modelKey, objectPath } from '../api/objects';
import { request } from '../api/request';

/** What is done with an object that is there, and the verb that does it. */
const verbs = { change: 'PATCH', delete: 'DELETE' } as const;
type OwnAction = keyof typeof verbs;
const ownActions: OwnAction[] = ['change', 'delete'];

/** The version of no object: a write that insists on it says whether it would be allowed, and does nothing. */
const noVersion = '"none"';

const mayQuery = (model: Model, id: string | number, action: OwnAction) =>
  queryOptions({
    queryKey: [...modelKey(model), 'may', action, String(id)],
    queryFn: async ({ signal }) => {
      const body = action === 'change' ? { body: {} } : {};
      try {
        const asked = { ...body, query: { dry_run: true }, headers: { 'If-Match': noVersion }, signal };
        await request(verbs[action], objectPath(model, id), asked);
        return true;
      } catch (error) {
        // Whatever else may be wrong with it is said when it is done.
        if (isConflict(error) || (error instanceof ApiError && [400, 409].includes(error.status))) return true;
        if (error instanceof ApiError && [403, 404].includes(error.status)) return false;
        throw error;
      }
    },
  });

/**
 * A model as it is for one of its objects: without `change` and `delete` where constraints keep whoever is signed in from that with this
 * one. Nobody is asked where there are none; it is offered until the answer is there, so that no key is pressed in vain.
 */
export function useOwnModel(model: Model, id: string | number): Model {
  const narrowed = ownActions.filter((action) => model.some?.includes(action));
  const answers = useQueries({ queries: narrowed.map((action) => mayQuery(model, id, action)) });
  const refused: string[] = narrowed.filter((_, index) => answers[index]?.data === false);
  return refused.length === 0 ? model : { ...model, may: model.may.filter((action) => !refused.includes(action)) };
}

/** Whether one of the objects may be changed or deleted; undefined until that is known. What could not be asked is said when it is done. */
export function useMay(model: Model, id: string | number, action: OwnAction): boolean | undefined {
  const isNarrowed = model.some?.includes(action) ?? false;
  const { data, isError } = useQuery({ ...mayQuery(model, id, action), enabled: isNarrowed });
  return isError || !isNarrowed ? model.may.includes(action) : data;
}
