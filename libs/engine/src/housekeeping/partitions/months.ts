/** A calendar month in UTC, as partitions are cut. */
export interface Month {
  /** ISO moments: the first of it, and the first of the next. */
  from: string;
  to: string;
  /** `2026_11` */
  name: string;
}

/** The month `ahead` months after the one a moment lies in. */
export function monthOf(moment: Date, ahead = 0): Month {
  const first = new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + ahead, 1));
  const next = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1));
  return {
    from: first.toISOString(),
    to: next.toISOString(),
    name: `${String(first.getUTCFullYear()).padStart(4, '0')}_${String(first.getUTCMonth() + 1).padStart(2, '0')}`,
  };
}

/**
 * The moment before which whole months are out of date when rows are kept for so many days; undefined: none ever is.
 */
export function keptSince(days: number, now: Date): Date | undefined {
  if (days === 0) return undefined;
  return new Date(monthOf(new Date(now.getTime() - days * 86_400_000)).from);
}
