import { isLong } from './long';

/** All of the items in a long run, else every `step`th; different `offset`s take different ones. */
export const sample = <T>(items: readonly T[], step: number, offset = 0): T[] =>
  isLong ? [...items] : items.filter((_, index) => (index + offset) % step === 0);
