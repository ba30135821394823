import type { IncomingMessage } from 'node:http';
import { Problem, problems } from '../answer/problem';
import { type MediaRange, readAccept } from './accept';
import { lastValue, type Query, readQuery } from './query';
import type { Negotiated } from './request';

export type Renderer = Negotiated['renderer'];

interface Rendering {
  type: string;
  subtype: string;
  /** The word for `?format=`. */
  format: string;
}

const renderings: Record<Renderer, Rendering> = {
  json: { type: 'application', subtype: 'json', format: 'json' },
  html: { type: 'text', subtype: 'html', format: 'api' },
  csv: { type: 'text', subtype: 'csv', format: 'csv' },
};

/** The API versions a client may ask for, the default last. */
export const apiVersions = ['2.0', '2.1'] as const;
export const defaultApiVersion = '2.1';
const indentAtMost = 8;

/** The renderers an endpoint of a model has; the first one answers who accepts anything. */
const allRenderers: readonly Renderer[] = ['json', 'html', 'csv'];

/**
 * Decides how the answer is written and in which API version, from the Accept header and the query.
 * Throws a `Problem`: 404 for an unknown format or query version, 406 when nothing fits Accept or its version
 * is unknown, 400 when header and query name different versions (docs/contract/requests.md).
 */
export function negotiate(
  req: Pick<IncomingMessage, 'headers' | 'url'>,
  renderers: readonly Renderer[] = allRenderers,
  query: Query = readQuery(req.url),
): Negotiated {
  const format = lastValue(query, 'format');
  const offered = format ? renderers.filter((renderer) => renderings[renderer].format === format) : renderers;
  if (offered.length === 0) throw problems.notFound();
  const accepted = choose(offered, readAccept(req.headers.accept));
  if (!accepted) throw problems.notAcceptable();
  const version = chooseVersion(accepted.range.parameters.version, lastValue(query, 'api_version'));
  const indent = readIndent(accepted.range.parameters.indent);
  return indent === undefined
    ? { version, renderer: accepted.renderer }
    : { version, renderer: accepted.renderer, indent };
}

/** Whether an Accept header asks for files of such media types, and for nothing that answers are usually written in. */
export function asksForFile(accept: string | undefined, files: readonly string[] = []): boolean {
  if (files.length === 0) return false;
  const ranges = readAccept(accept);
  if (choose(allRenderers, ranges)) return false;
  const fits = ({ type, subtype }: MediaRange) => files.some((file) => file === '*/*' || file === `${type}/${subtype}`);
  return ranges.some((range) => range.quality > 0 && fits(range));
}

interface Acceptance {
  renderer: Renderer;
  range: MediaRange;
}

/** Highest quality wins, then the more specific wish, then the order in which the endpoint offers its renderers. */
function choose(renderers: readonly Renderer[], ranges: readonly MediaRange[]): Acceptance | undefined {
  let best: Acceptance | undefined;
  for (const renderer of renderers) {
    const range = mostSpecific(renderings[renderer], ranges);
    if (!range || range.quality === 0) continue;
    if (!best || isPreferred(range, best.range)) best = { renderer, range };
  }
  return best;
}

function mostSpecific(rendering: Rendering, ranges: readonly MediaRange[]): MediaRange | undefined {
  let found: MediaRange | undefined;
  for (const range of ranges) {
    const matches =
      (range.type === '*' || range.type === rendering.type) &&
      (range.subtype === '*' || range.subtype === rendering.subtype);
    if (matches && (!found || range.specificity > found.specificity)) found = range;
  }
  return found;
}

function isPreferred(range: MediaRange, other: MediaRange): boolean {
  return range.quality === other.quality ? range.specificity > other.specificity : range.quality > other.quality;
}

function chooseVersion(inHeader: string | undefined, inQuery: string | undefined): string {
  if (inHeader && inQuery && inHeader !== inQuery) {
    throw problems.malformed('Version mismatch between "Accept" header and query parameter.');
  }
  if (inHeader && !isSupported(inHeader)) throw unsupported(406, inHeader, '"Accept" header');
  if (inQuery !== undefined && !isSupported(inQuery)) throw unsupported(404, inQuery, 'query parameter');
  return inHeader || inQuery || defaultApiVersion;
}

function isSupported(version: string): boolean {
  return apiVersions.some((known) => known === version);
}

function unsupported(status: number, version: string, place: string): Problem {
  const detail = `Invalid version "${version}" in ${place}. Supported versions are: ${apiVersions.join(', ')}`;
  return new Problem(status, { detail });
}

function readIndent(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d+$/.test(text)) return undefined;
  const spaces = Math.min(Number(text), indentAtMost);
  return spaces > 0 ? spaces : undefined;
}
