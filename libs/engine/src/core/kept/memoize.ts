/** Makes a function of something that never changes work each answer out once. */
export function memoize<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { value: Value }>();
  return (key) => {
    const entry = known.get(key);
    if (entry) return entry.value;
    const value = compute(key);
    known.set(key, { value });
    return value;
  };
}
