/** Something of a kind that did not come along. */
export interface Shortfall {
  endpoint: string;
  /** What of each object, such as its password; absent: all of it. */
  part?: string | undefined;
  /** Why, in words. */
  reason: string;
  /** How many objects; undefined: nobody knows. */
  count?: number | undefined;
  /** Some of them, by id. */
  examples: string[];
  /** Whether this was to be expected, so that the import is whole all the same. */
  expected: boolean;
}

/** One that was noticed just now. */
export type NewShortfall = Omit<Shortfall, 'examples' | 'expected'> & { id?: unknown; expected?: boolean };

const mostExamples = 3;

/** Adds to a list of shortfalls: those of one endpoint for one reason are one. */
export function addShortfall(
  shortfalls: readonly Shortfall[],
  { endpoint, part, reason, count, id, expected = false }: NewShortfall,
): Shortfall[] {
  const known = shortfalls.find((one) => one.endpoint === endpoint && one.part === part && one.reason === reason);
  const examples = id === undefined ? [] : [String(id)];
  if (!known) return [...shortfalls, { endpoint, ...(part && { part }), reason, count, examples, expected }];
  const more: Shortfall = {
    ...known,
    count: known.count === undefined || count === undefined ? undefined : known.count + count,
    examples: [...new Set([...known.examples, ...examples])].slice(0, mostExamples),
  };
  return shortfalls.map((one) => (one === known ? more : one));
}

/** A shortfall as a line for the operator. */
export function describeShortfall({ endpoint, part, reason, count, examples }: Shortfall): string {
  const many = count === undefined ? 'all' : count.toLocaleString('en');
  const which =
    examples.length === 0
      ? ''
      : ` (${examples.join(', ')}${count !== undefined && count > examples.length ? ', …' : ''})`;
  return `${endpoint}: ${part === undefined ? many : `${part} of ${many}`} not taken over: ${reason}${which}.`;
}
