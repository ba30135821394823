import { nearest } from '@plumbline/config';

/** The end of a sentence about a name that does not exist: which one may have been meant. */
export function suggestion(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  return near === undefined ? '.' : `; did you mean ${near}?`;
}
