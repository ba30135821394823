import type { Row } from '@plumbline/model';
import { type Page, refuseCircle } from './readPage';
import { Absent, Unusable } from './requests';
import type { Part, Source } from './source';

/** What lists can be read from. */
export type Lists = Pick<Source, 'page' | 'count'>;

/** How a list is asked for: the first of these that the server answers. */
const ways: Pick<Part, 'sorted' | 'shallow'>[] = [
  { sorted: true, shallow: true },
  { sorted: false, shallow: true },
  { sorted: true, shallow: false },
  { sorted: false, shallow: false },
];
/** Objects asked for at a time; fewer where more are not to be had. */
const sizes = [500, 100, 20, 5, 1] as const;
/** Places in a row that cannot be read, each by itself, before another way is tried. */
const mostInARow = 5;
/** Pages in a row that are read before larger ones are tried again; twice as many after each time that did not go well. */
const fewestBeforeLarger = 3;

/** Where in a list a reader stands. */
export interface Place {
  way: number;
  size: number;
  offset: number;
  /** Places that could not be read in this way. */
  lost: number;
  /** The most objects that it was ever said to have while it was read in this way. */
  most?: number;
}

/** A part of a list that was read, and where the next begins; no place: that was the last. */
export interface ReadPart {
  objects: Row[];
  count: number;
  next: Place | undefined;
  /** The place after the last; it tells how the list was read. */
  place: Place;
}

/**
 * Reads a list from a place on, in whichever way the server answers: sorted or as it comes, with short or whole related
 * objects, in large pages or small ones. One that is sorted otherwise begins anew, so objects may come twice. Throws
 * `Unusable` when there is no way, and when pages lead in a circle.
 */
export async function* readList(source: Lists, endpoint: string, from?: Place): AsyncGenerator<ReadPart> {
  let place: Place = from ?? { way: 0, size: sizes[0], offset: 0, lost: 0 };
  let isFound = from !== undefined;
  let inARow = 0;
  let good = 0;
  let goodBeforeLarger = fewestBeforeLarger;
  for (;;) {
    const page = await pageAt(source, endpoint, place);
    if (page instanceof Unusable) {
      good = 0;
      goodBeforeLarger *= 2;
      if (!isFound) {
        place = await firstPlace(source, endpoint, 0, page);
        isFound = true;
        continue;
      }
      if (place.size > 1) {
        place = { ...place, size: sizes.find((size) => size < place.size) ?? 1 };
        continue;
      }
      inARow += 1;
      if (inARow === mostInARow) {
        place = await firstPlace(source, endpoint, place.way + 1, page);
        inARow = 0;
        continue;
      }
      place = { ...place, offset: place.offset + 1, lost: place.lost + 1 };
      const count = await source.count(endpoint).catch(() => place.offset + 1);
      yield { objects: [], count, place, next: place.offset < count ? place : undefined };
      if (place.offset >= count) return;
      continue;
    }
    isFound = true;
    inARow = 0;
    good += 1;
    const { size: before } = place;
    const size = good % goodBeforeLarger === 0 ? (sizes.findLast((one) => one > before) ?? before) : before;
    const most = Math.max(place.most ?? 0, page.count);
    place = { ...place, size, offset: page.end ?? place.offset + page.objects.length, most };
    refuseCircle(page, place.offset);
    yield { objects: page.objects, count: page.count, place, next: page.more ? place : undefined };
    if (!page.more) return;
  }
}

const pageAt = (source: Lists, endpoint: string, { way, size, offset }: Place): Promise<Page | Unusable> =>
  source.page(endpoint, { ...ways[way], limit: size, offset }).catch((error) => {
    if (error instanceof Unusable) return error;
    throw error;
  });

/** The beginning of a list, in the first way from this one on that the server answers. */
async function firstPlace(source: Lists, endpoint: string, way: number, trouble?: Unusable): Promise<Place> {
  let last = trouble;
  for (const size of [sizes[0], 20, 1])
    for (let next = way; next < ways.length; next++) {
      const place: Place = { way: next, size, offset: 0, lost: 0 };
      const page = await pageAt(source, endpoint, place);
      if (!(page instanceof Unusable)) return place;
      last = page;
    }
  throw last ?? new Absent();
}

/** Whether a list was read so that every object came once: nothing was lost, and it was sorted by what does not change. */
export const isSeenOnce = ({ way, lost }: Place): boolean => ways[way]?.sorted === true && lost === 0;
