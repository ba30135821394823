/** Waits until it is so; events over a network need a moment. Throws when it is not within a minute. */
export async function eventually(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; !(await isSo()); await new Promise((resolve) => setTimeout(resolve, 5)))
    if (Date.now() > end) throw new Error('not within a minute');
}
