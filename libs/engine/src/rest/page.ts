import type { Settings } from '@plumbline/config';
import { JsonText, lastValue, type Query, writeQuery } from '@plumbline/http';

/** Which part of a list is asked for. */
export interface RequestedPage {
  /** Undefined: everything (only when no maximum is configured). */
  limit: number | undefined;
  offset: number;
}

/** Reads `limit` and `offset` as docs/contract/lists.md says: nonsense means the default, too much means the maximum. */
export function readPage(
  query: Query,
  { maxPageSize, paginateCount }: Pick<Settings, 'maxPageSize' | 'paginateCount'>,
): RequestedPage {
  const asked = wholeNumber(lastValue(query, 'limit'));
  const capped = asked === 0 ? maxPageSize || undefined : (asked ?? paginateCount);
  const limit = capped !== undefined && maxPageSize > 0 ? Math.min(capped, maxPageSize) : capped;
  return { limit, offset: wholeNumber(lastValue(query, 'offset')) ?? 0 };
}

function wholeNumber(text: string | undefined): number | undefined {
  if (text === undefined || !/^\s*\+?\d+\s*$/.test(text)) return undefined;
  return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
}

/** The addresses of the pages before and after this one. */
export function pageLinks(
  address: string,
  query: Query,
  { limit, offset }: RequestedPage,
  count: number,
): { next: string | null; previous: string | null } {
  if (limit === undefined) return { next: null, previous: null };
  return {
    next: offset + limit >= count ? null : link(address, query, limit, offset + limit),
    previous: offset <= 0 ? null : link(address, query, limit, offset - limit),
  };
}

/** A page of objects as JSON text; `results` are texts, too. */
export function pageText(
  address: string,
  query: Query,
  page: RequestedPage,
  count: number,
  results: string[],
): JsonText {
  const { next, previous } = pageLinks(address, query, page, count);
  const links = `"next":${JSON.stringify(next)},"previous":${JSON.stringify(previous)}`;
  // Put together without joining, which would copy every object once more.
  let text = `{"count":${count},${links},"results":[`;
  let comma = '';
  for (const result of results) {
    text += comma;
    text += result;
    comma = ',';
  }
  return new JsonText(`${text}]}`);
}

function link(address: string, query: Query, limit: number, offset: number): string {
  const parameters = new Map([...query].filter(([name]) => name !== 'limit' && name !== 'offset'));
  parameters.set('limit', [String(limit)]);
  if (offset > 0) parameters.set('offset', [String(offset)]);
  const sorted = new Map([...parameters].sort(([a], [b]) => (a < b ? -1 : 1)));
  return `${address}?${writeQuery(sorted)}`;
}
