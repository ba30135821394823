/**
 * Ends runs that nobody wants any more. `stillWanted` says which of the ids it is given are; runs that begin while it is
 * asked are none of its business.
 */
export async function stopUnwanted(
  running: ReadonlyMap<string, { stop(): void }>,
  stillWanted: (ids: string[]) => Promise<string[]>,
): Promise<void> {
  const asked = [...running.keys()];
  if (asked.length === 0) return;
  const wanted = new Set(await stillWanted(asked));
  for (const id of asked) if (!wanted.has(id)) running.get(id)?.stop();
}
