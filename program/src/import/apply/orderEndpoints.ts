import type { Edge } from './draftStore';

/** In which order objects are made, and which of their relations are filled in afterwards. */
export interface Order {
  endpoints: string[];
  /** `dcim/devices primary_ip4`: relations whose targets come later. */
  late: ReadonlySet<string>;
}

/** How a relation is named in an order. */
export const relationOf = (endpoint: string, field: string): string => `${endpoint} ${field}`;

/** Of such relations, the fields of an endpoint. */
export const fieldsAmong = (relations: ReadonlySet<string>, endpoint: string): string[] => {
  const start = relationOf(endpoint, '');
  return [...relations].flatMap((relation) => (relation.startsWith(start) ? [relation.slice(start.length)] : []));
};

/**
 * Puts endpoints into an order in which everything comes after what it refers to. Where they lead round in a circle the
 * relations that may be empty at first are filled in late; `before` are pairs that have a reason of their own.
 */
export function orderEndpoints(
  wanted: readonly string[],
  edges: readonly Edge[],
  before: readonly (readonly [string, string])[] = [],
): Order {
  const others = edges.filter(({ from, to }) => from !== to);
  const hard = new Map(wanted.map((endpoint) => [endpoint, new Set<string>()]));
  for (const { from, to, required } of others) if (required) hard.get(from)?.add(to);
  for (const [first, then] of before) if (hard.has(first)) hard.get(then)?.add(first);
  const soft = new Map(wanted.map((endpoint) => [endpoint, new Set<string>()]));
  for (const { from, to, required } of others) if (!required && !leadsTo(hard, soft, to, from)) soft.get(from)?.add(to);
  const endpoints: string[] = [];
  const left = new Set([...wanted].sort());
  const isFree = (endpoint: string) =>
    [...hard.get(endpoint)!, ...soft.get(endpoint)!].every((needed) => !left.has(needed));
  while (left.size > 0) {
    const next = [...left].find(isFree);
    if (next === undefined) throw new Error(`These cannot be without one another: ${[...left].join(', ')}.`);
    left.delete(next);
    endpoints.push(next);
  }
  const place = new Map(endpoints.map((endpoint, index) => [endpoint, index]));
  const late = others
    .filter(({ from, to }) => (place.get(to) ?? -1) > (place.get(from) ?? 0))
    .map(({ from, field }) => relationOf(from, field));
  return { endpoints, late: new Set(late) };
}

/** Whether one endpoint comes after another already, by way of any number of others. */
function leadsTo(
  hard: ReadonlyMap<string, ReadonlySet<string>>,
  soft: ReadonlyMap<string, ReadonlySet<string>>,
  from: string,
  to: string,
): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === to) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...(hard.get(next) ?? []), ...(soft.get(next) ?? []));
  }
  return false;
}
