import { firstCharacters } from './firstCharacters';

/** Characters that a key has at most. */
export const naturalKeyLength = 100;

const paddedDigits = (text: string): string => text.replace(/\d+/g, (digits) => digits.padStart(8, '0'));

/**
 * The key names sort naturally by: digit runs padded to eight places (docs/contract/network.md), so `sw2` comes before `sw10`.
 */
export function naturalize(name: string | null): string | null {
  return name === null ? null : firstCharacters(paddedDigits(name), naturalKeyLength);
}
