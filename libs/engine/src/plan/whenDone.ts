/** Waits for all of these; undefined when there is nothing to wait for, which most reads find. */
export function whenAll(awaited: readonly (Promise<unknown> | undefined)[]): Promise<unknown> | undefined {
  const pending = awaited.filter((one) => one !== undefined);
  return pending.length === 0 ? undefined : Promise.all(pending);
}

/** Does something once this is there, at once when there is nothing to wait for; what it returns is waited for, too. */
export function whenDone(awaited: Promise<unknown> | undefined, then: () => unknown): Promise<unknown> | undefined {
  if (awaited !== undefined) return awaited.then(then);
  const done = then();
  return done instanceof Promise ? done : undefined;
}
