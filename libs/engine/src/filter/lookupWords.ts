const words: Record<string, string> = {
  '': 'exact',
  isnull: 'exact',
  ic: 'contains (ic)',
  isw: 'starts with (isw)',
  iew: 'ends with (iew)',
  ie: 'exact (ie)',
  re: 'matches regex (re)',
  ire: 'matches regex (ire)',
  lt: 'is less than (lt)',
  lte: 'is less than or equal to (lte)',
  gt: 'is greater than (gt)',
  gte: 'is greater than or equal to (gte)',
};

/** What a generated look-up does, in the contract's words. */
export function lookupWords(suffix: string): string {
  if (suffix === 'n') return 'not exact (n)';
  const known = words[suffix];
  if (known !== undefined) return known;
  return `not ${words[suffix.slice(1)]!.replace(`(${suffix.slice(1)})`, `(${suffix})`)}`;
}
