import { newKey } from '@plumbline/client/patientFetch';

/** Milliseconds for which a write that was not answered is the one that is sent again. */
const remembered = 10 * 60_000;

/** Keys of writes that may have been done though nobody was told, by what they say. */
const unanswered = new Map<string, { key: string; until: number }>();

/** The key that a write has. Whoever sends again what was not answered means that write, which takes effect once. */
export function takeKey(write: string): string {
  const known = unanswered.get(write);
  // Another one that says the same meanwhile is another one.
  unanswered.delete(write);
  return known && Date.now() < known.until ? known.key : newKey();
}

/** Keeps the key of a write that was not answered. */
export function keepKey(write: string, key: string): void {
  unanswered.set(write, { key, until: Date.now() + remembered });
}
