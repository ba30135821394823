import {
  apiVersions,
  defaultApiVersion,
  lastValue,
  Problem,
  problems,
  type Query,
  readAccept,
  sendAnswer,
} from '@plumbline/http';
import type { Request } from 'express';
import type { ApiDescription, DescriptionForm } from '../openapi/apiDescription';
import type { DocumentView, Opened } from './documentView';

interface MediaType {
  /** As it is asked for in Accept. */
  name: string;
  /** As the answer names it. */
  contentType: string;
  form: DescriptionForm;
  /** The words for `?format=`. */
  formats: readonly string[];
}

const json: readonly MediaType[] = [
  {
    name: 'application/vnd.oai.openapi+json',
    contentType: 'application/vnd.oai.openapi+json',
    form: 'json',
    formats: ['openapi-json', 'openapi'],
  },
  { name: 'application/json', contentType: 'application/json', form: 'json', formats: ['json'] },
];
const yaml: readonly MediaType[] = [
  {
    name: 'application/vnd.oai.openapi',
    contentType: 'application/vnd.oai.openapi; charset=utf-8',
    form: 'yaml',
    formats: ['openapi'],
  },
  { name: 'application/yaml', contentType: 'application/yaml; charset=utf-8', form: 'yaml', formats: ['yaml'] },
];

/** The best of the offered media types; throws a 404 for an unknown format and a 406 when Accept leaves nothing. */
function chooseMediaType(offered: readonly MediaType[], req: Request, query: Query): MediaType {
  const format = lastValue(query, 'format');
  const candidates = format ? offered.filter(({ formats }) => formats.includes(format)) : offered;
  if (candidates.length === 0) throw problems.notFound();
  const ranges = readAccept(req.headers.accept);
  let best: { media: MediaType; quality: number; specificity: number } | undefined;
  for (const media of candidates) {
    const [type, subtype] = media.name.split('/');
    for (const range of ranges) {
      const fits = (range.type === '*' || range.type === type) && (range.subtype === '*' || range.subtype === subtype);
      const { quality, specificity } = range;
      if (!fits || quality === 0) continue;
      const isBetter = !best || quality > best.quality || (quality === best.quality && specificity > best.specificity);
      if (isBetter) best = { media, quality, specificity };
    }
  }
  if (!best) throw problems.notAcceptable();
  return best.media;
}

/** Whether a client reads what is compressed. */
const takesGzip = (accepted: string | string[] | undefined): boolean =>
  String(accepted ?? '')
    .split(',')
    .some((coding) => /^\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(coding.slice(0, 50)));

/** The API version the document is labelled with; throws a 404 for one there is not. */
function chooseVersion(query: Query): string {
  const version = lastValue(query, 'api_version') ?? defaultApiVersion;
  if (apiVersions.some((known) => known === version)) return version;
  const detail = `Invalid version "${version}" in query parameter. Supported versions are: ${apiVersions.join(', ')}`;
  throw new Problem(404, { detail });
}

/** The OpenAPI document under its three addresses (docs/contract/description.md). */
export function swaggerViews(description: ApiDescription): DocumentView[] {
  const view = (path: string, offered: readonly MediaType[]): DocumentView => ({
    path,
    open(req, query): Opened {
      const media = chooseMediaType(offered, req, query);
      const version = chooseVersion(query);
      return {
        async respond(_req, res, gatewayRequest) {
          const { plain, gzip } = await description.text(version, media.form, gatewayRequest);
          const compressed = takesGzip(req.headers['accept-encoding']);
          sendAnswer(req, res, 200, compressed ? gzip : plain, {
            allow: ['GET', 'HEAD', 'OPTIONS'],
            headers: {
              'Content-Type': media.contentType,
              Vary: 'Accept, Accept-Encoding, Cookie, origin',
              ...(compressed ? { 'Content-Encoding': 'gzip' } : {}),
              'Content-Disposition': `inline; filename="API Documentation (${version}).${media.form}"`,
            },
          });
        },
      };
    },
  });
  return [view('/api/swagger.json', json), view('/api/swagger.yaml', yaml), view('/api/swagger/', [...yaml, ...json])];
}
