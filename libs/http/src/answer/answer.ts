import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { renderPage } from '../page/page';
import { pagePolicy } from '../page/policy';
import type { Negotiated } from '../request/request';
import { csvOfProblem } from './csvOfProblem';
import type { Problem } from './problem';
import { securityHeaders } from './securityHeaders';

export interface AnswerOptions {
  /** How to write the answer; absent (negotiation failed): compact JSON without `API-Version`. */
  negotiated?: Negotiated;
  /** False for endpoints that do not speak of versions. */
  announceVersion?: boolean;
  /** The verbs of the endpoint, in the contract's order. */
  allow?: readonly string[];
  /** Further headers, for example `Location`; they win over the usual ones. */
  headers?: Record<string, string>;
  /** The model of which a table is; one that is asked for is saved under its name, an error too. */
  csvName?: string | undefined;
  /** What the page is about, for people who ask for HTML; the last part of the path when absent. */
  title?: string;
}

/** JSON that is text already, so that it is not encoded twice. */
export class JsonText {
  constructor(readonly text: string) {}
}

/** The media type of tables. */
export const csvType = 'text/csv; charset=UTF-8';

const vary = 'Accept, Cookie, origin, Prefer';

/**
 * Writes a whole answer and ends the response. `body` is a JSON value, or JSON encoded already (`JsonText`), or bytes
 * of any type to be sent as they are, or with the CSV renderer the text of the table; undefined sends no body at all. A
 * HEAD request gets the headers only.
 */
export function sendAnswer(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  body: unknown,
  options: AnswerOptions = {},
): void {
  const headers = usualHeaders(status, options);
  if (body === undefined) {
    if (status !== 204 && status !== 304) headers['Content-Length'] = 0;
    Object.assign(headers, options.headers);
    res.writeHead(status, headers);
    res.end();
    return;
  }
  const text = writeBody(req, status, body, headers, options);
  headers['Content-Length'] = Buffer.byteLength(text);
  Object.assign(headers, options.headers);
  res.writeHead(status, headers);
  if (req.method === 'HEAD') res.end();
  else res.end(text);
}

/** What saves a table of objects of the model under a name of its own. */
export const tableHeaders = (model: string): Record<string, string> => ({
  'Content-Disposition': `attachment; filename="nautobot_${model}_data.csv"`,
});

/** The headers every answer has. What failed by a fault of ours is the answer of no version. */
export function usualHeaders(
  status: number,
  { negotiated, announceVersion, allow, csvName }: AnswerOptions,
): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {};
  if (negotiated && announceVersion !== false && status !== 500) headers['API-Version'] = negotiated.version;
  if (allow) headers.Allow = allow.join(', ');
  if (csvName !== undefined && negotiated?.renderer === 'csv') Object.assign(headers, tableHeaders(csvName));
  headers.Vary = vary;
  return Object.assign(headers, securityHeaders);
}

/** Writes a problem as the answer, with the headers it carries. */
export function sendProblem(
  req: IncomingMessage,
  res: ServerResponse,
  problem: Problem,
  options: AnswerOptions = {},
): void {
  sendAnswer(req, res, problem.status, problem.body, {
    ...options,
    headers: { ...options.headers, ...problem.headers },
  });
}

/** Encodes the body as negotiated and names its type in the headers. */
function writeBody(
  req: IncomingMessage,
  status: number,
  body: unknown,
  headers: OutgoingHttpHeaders,
  { negotiated, title }: AnswerOptions,
): string | Buffer {
  if (Buffer.isBuffer(body)) {
    headers['Content-Type'] = 'application/json';
    return body;
  }
  switch (negotiated?.renderer) {
    case 'csv':
      headers['Content-Type'] = csvType;
      return typeof body === 'string' ? body : csvOfProblem(body instanceof JsonText ? JSON.parse(body.text) : body);
    case 'html': {
      const shown = { 'Content-Type': 'application/json', ...headers };
      headers['Content-Type'] = 'text/html; charset=utf-8';
      headers['Content-Security-Policy'] = pagePolicy;
      return renderPage(req, {
        status,
        body: body instanceof JsonText ? readForPage(body.text) : body,
        headers: shown,
        title,
      });
    }
    default:
      headers['Content-Type'] = 'application/json';
      return body instanceof JsonText
        ? reindent(body.text, negotiated?.indent)
        : JSON.stringify(body, null, negotiated?.indent);
  }
}

/** Characters of JSON that are read again to be laid out for people; that takes the memory of many answers. */
const mostLaidOut = 2 * 1024 * 1024;

function reindent(json: string, indent: number | undefined): string {
  return indent === undefined || json.length > mostLaidOut ? json : JSON.stringify(JSON.parse(json), null, indent);
}

/** What a page shows of an answer: all of it, or for a very large one where its neighbours are and what to do. */
function readForPage(json: string): unknown {
  if (json.length <= mostLaidOut) return JSON.parse(json);
  const [head] = /^\{"count":\d+,"next":(?:"[^"]*"|null),"previous":(?:"[^"]*"|null)/.exec(json) ?? [];
  const page = head === undefined ? {} : JSON.parse(`${head}}`);
  const megabytes = Math.round(json.length / 1024 / 1024);
  return { ...page, detail: `These are ${megabytes} MB, too much for a page. Open them as JSON, or ask for less.` };
}
