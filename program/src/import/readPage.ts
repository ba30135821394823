import type { Row } from '@plumbline/model';
import { Unusable } from './requests';

/** A part of a list of another server. */
export interface Page {
  count: number;
  objects: Row[];
  /** Whether there are more behind these. */
  more: boolean;
  /** The place behind the last of them, where they begin elsewhere than was asked for. */
  end?: number;
}

/** A page of a list in what a server answered; throws `Unusable` where it is none. */
export function readPage(value: unknown): Page {
  const body = value as { count?: unknown; next?: unknown; results?: unknown } | null;
  if (typeof body?.count !== 'number' || !Array.isArray(body.results)) throw new Unusable('the answer is not a list');
  const more = typeof body.next === 'string' && body.results.length > 0;
  return { count: body.count, objects: body.results.map(readObject), more };
}

/**
 * Throws `Unusable` where a server says that more follows behind the first so many objects of a list, which are all that it counts: its pages lead in a
 * circle.
 */
export function refuseCircle({ count, more }: Page, read: number): void {
  if (more && read > count)
    throw new Unusable(`its pages have no end: there is said to be one behind all ${count} of its objects`);
}

/** An object in what a server answered; throws `Unusable` where it is none. */
export function readObject(value: unknown): Row {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Unusable('the answer is not an object');
  return value as Row;
}
