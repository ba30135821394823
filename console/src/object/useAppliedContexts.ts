import { useQueries } from '@tanstack/react-query';
import { graphQuery, quoted } from '../api/graph';
import type { Model } from '../api/models';
import type { ApiObject } from '../api/types';
import { portionsOf } from '../components/portionsOf';
import { receivers } from './contextReceivers';

/** Contexts that one question is about: it has room for so many. */
const atATime = 40;

interface Applied<T> {
  /** Those that the object gets; of some it may not be known yet. */
  contexts: T[];
  error: Error | null;
}

/** Of config contexts those that an object gets: those whose assignments find it, as the server looks for them. */
export function useAppliedContexts<T extends ApiObject>(
  model: Model,
  object: ApiObject,
  contexts: readonly T[],
): Applied<T> {
  const filters = new Map(contexts.map((context) => [context.id, receivers(context, model.label)]));
  const isForAll = ({ id }: T) => Object.keys(filters.get(id) ?? {}).length === 0;
  const possible = contexts.filter(({ id }) => filters.get(id) !== undefined);
  const asked = possible.filter((context) => !isForAll(context));
  const list = model.url.split('/').at(-2)!.replaceAll('-', '_');
  const portions = portionsOf(asked, atATime);
  const answers = useQueries({
    queries: portions.map((some) => {
      const lists = some.map(({ id }, index) => {
        const named = Object.entries(filters.get(id)!).map(([filter, ids]) => `, ${filter}: ${quoted(ids)}`);
        return `c${index}: ${list}(id: ${quoted([String(object.id)])}${named.join('')}) { id }`;
      });
      return graphQuery<Record<string, unknown[] | null>>(`{ ${lists.join(' ')} }`);
    }),
  });
  const found = new Set(
    portions.flatMap((some, portion) =>
      some.filter((_, index) => (answers[portion]?.data?.[`c${index}`]?.length ?? 0) > 0).map(({ id }) => id),
    ),
  );
  return {
    contexts: possible.filter((context) => isForAll(context) || found.has(context.id)),
    error: answers.find(({ error }) => error)?.error ?? null,
  };
}
