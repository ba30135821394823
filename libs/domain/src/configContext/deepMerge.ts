type Data = Record<string, unknown>;

/** Whether a JSON value is an object. */
export const isObject = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Lays objects over one another, the first at the bottom: objects within are merged in the same way, all else is
 * replaced. Keys stand where they stood first. Each value is looked at once, however many objects there are.
 */
export function deepMerge(layers: readonly Data[]): Data {
  if (layers.length === 1) return layers[0]!;
  const stacks = new Map<string, unknown[]>();
  for (const layer of layers)
    for (const [key, value] of Object.entries(layer)) {
      const stack = stacks.get(key);
      if (stack) stack.push(value);
      else stacks.set(key, [value]);
    }
  // Entries, since a key may be any text, such as one that assignment would take for the prototype.
  return Object.fromEntries([...stacks].map(([key, stack]) => [key, topOf(stack)]));
}

/** What is seen of values from above: the uppermost, with the objects right below it where it is one itself. */
function topOf(stack: unknown[]): unknown {
  const objects: Data[] = [];
  for (let index = stack.length - 1; index >= 0; index--) {
    const value = stack[index];
    if (!isObject(value)) break;
    objects.push(value);
  }
  return objects.length === 0 ? stack.at(-1) : deepMerge(objects.reverse());
}
