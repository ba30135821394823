type Data = Record<string, unknown>;

/** Whether a JSON value is an object. */
export const isObject = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Lays one object over another: objects within are merged in the same way, all else is replaced. Keys stand where they
 * stood first.
 */
export function deepMerge(below: Data, above: Data): Data {
  const laid = Object.entries(above).map(([key, value]): [string, unknown] => {
    const under = Object.hasOwn(below, key) ? below[key] : undefined;
    return [key, isObject(under) && isObject(value) ? deepMerge(under, value) : value];
  });
  // Entries, since a key may be any text, such as one that assignment would take for the prototype.
  return Object.fromEntries([...Object.entries(below), ...laid]);
}
