import { type ContextScope, contextScopes, type Surroundings } from '@plumbline/domain';

/** What a context names, by scope. */
export type ScopedContext = Record<ContextScope, string[]>;

/**
 * Tells which contexts apply to an object, by where it belongs: those that in every scope in which they name anything
 * name something the object belongs to.
 */
export function contextsByScope(contexts: readonly ScopedContext[]): (surroundings: Surroundings) => number[] {
  const naming = new Map(contextScopes.map((scope) => [scope, namingIn(contexts, scope)]));
  const limits = Uint8Array.from(
    contexts,
    (context) => contextScopes.filter((scope) => context[scope].length > 0).length,
  );
  return (surroundings) => {
    const unmet = limits.slice();
    for (const [scope, byId] of naming) {
      const ids = surroundings[scope] ?? byId.keys();
      const met = new Set<number>();
      for (const id of ids) for (const number of byId.get(id) ?? []) met.add(number);
      for (const number of met) unmet[number]!--;
    }
    return [...contexts.keys()].filter((number) => unmet[number] === 0);
  };
}

/** The contexts that name an object of this scope, by its id. */
function namingIn(contexts: readonly ScopedContext[], scope: ContextScope): Map<string, number[]> {
  const byId = new Map<string, number[]>();
  for (const [number, context] of contexts.entries())
    for (const id of context[scope]) {
      const numbers = byId.get(id);
      if (numbers) numbers.push(number);
      else byId.set(id, [number]);
    }
  return byId;
}
