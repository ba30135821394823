import { createHash } from 'node:crypto';
import {
  isForm,
  lastValue,
  parseBody,
  problems,
  type Query,
  readBody,
  readForm,
  type SentForm,
  type VisitedRequest,
} from '@plumbline/http';
import type { Model } from '@plumbline/model';
import type { Response } from 'express';
import { bounded } from '../criteria/patterns';
import { readCsv } from '../csv';
import type { Engine, Scope } from '../engine';
import { type Work, work as workOf } from '../engine';
import { formBody } from '../files/formBody';
import { keyedDigest } from '../secrets/seal';
import type { Answer } from '../service';

/** One request at one endpoint. */
export interface Exchange {
  work: Work;
  req: VisitedRequest;
  res: Response;
  /** The path without the query. */
  path: string;
  query: Query;
}

/** An answer; a table is a text, or many one after the other. */
export type Reply = Answer & { csv?: string | AsyncIterable<string> };

/** Bytes a request's body may have: a thousand large objects fit well. */
const bodyLimit = 32 * 1024 * 1024;
/** Objects one request may be about, in JSON as in CSV. */
const largestList = 10_000;

/** What a request brings about comes from its route, or from the job that makes it. */
export function newExchange(
  engine: Engine,
  req: VisitedRequest,
  res: Response,
  path: string,
  query: Query,
  route: string,
): Exchange {
  const { requestId, deadline, base, identity, origin, mayBeOld, cost } = req.visit;
  const repeatable = repetition(req, engine.settings.secretKey);
  const scope: Scope = {
    requestId,
    deadline,
    base,
    identity,
    origin: origin ?? { context: 'web', detail: route },
    ...(mayBeOld === undefined ? {} : { mayBeOld }),
    cost,
    ...repeatable,
    ...rehearsal(req, query),
  };
  const work = workOf(engine, scope);
  return { work: [...query.keys()].some(isPattern) ? bounded(work) : work, req, res, path, query };
}

/** A filter whose value is a regular expression. */
const isPattern = (parameter: string): boolean => /__n?i?re$/.test(parameter);

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A write that names an `Idempotency-Key` may be sent again: it has one effect and one answer. */
function repetition(req: VisitedRequest, secretKey: string): Pick<Scope, 'once'> {
  const key = req.headers['idempotency-key'];
  if (typeof key !== 'string' || reads.has(req.method)) return {};
  const fingerprint = fingerprintOf(secretKey, req.method, req.originalUrl);
  return { once: { key, userId: req.visit.identity.userId, fingerprint } };
}

/** `?dry_run=true` on a write: everything is done but kept. */
function rehearsal(req: VisitedRequest, query: Query): Pick<Scope, 'dryRun'> {
  return !reads.has(req.method) && lastValue(query, 'dry_run') === 'true' ? { dryRun: true } : {};
}

/** Keyed, because bodies may hold passwords and fingerprints are stored. */
const fingerprintOf = (secretKey: string, ...parts: (string | Buffer)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\n');
  return keyedDigest(hash.digest('base64url'), secretKey, 'request');
};

/** Refuses repetition keys and rehearsal words that mean nothing. */
export function checkOptions({ req, query, work }: Exchange): void {
  const { once } = work.scope;
  if (once && (once.key.length === 0 || once.key.length > 255))
    throw problems.malformed('An Idempotency-Key has 1 to 255 characters.');
  const dryRun = lastValue(query, 'dry_run');
  if (!reads.has(req.method) && dryRun !== undefined && dryRun !== 'true' && dryRun !== 'false')
    throw problems.field('dry_run', 'Must be true or false.');
}

/**
 * The body of a write as JSON; rows of CSV become the objects they stand for, and so does a form with a file for a
 * model that has files, where the request says `?multipart=true`. Undefined when there is none.
 */
export async function bodyOf(exchange: Exchange, model?: Model): Promise<unknown> {
  const { req, query } = exchange;
  const contentType = req.headers['content-type'];
  const bytes = await bytesOf(exchange);
  if (model && isForm(contentType) && bytes.length > 0) {
    const hasFiles = Object.values(model.fields).some((field) => field.isFile);
    if (hasFiles && lastValue(query, 'multipart') === 'true')
      return formBody(model, await readForm(contentType, bytes));
    if (hasFiles) throw problems.unsupportedMediaType(contentType, 'Send forms to this address with ?multipart=true.');
  }
  const body = parseBody(contentType, bytes);
  if (body.kind === 'empty') return undefined;
  if (body.kind === 'csv') return model ? readCsv(model, body.text) : body.text;
  if (Array.isArray(body.value) && body.value.length > largestList)
    throw problems.tooLarge(`A list may have ${largestList} objects. Send it in parts.`);
  return body.value;
}

/** As `bodyOf`, for an endpoint of its own that takes forms as well as JSON. */
export async function bodyOrForm(exchange: Exchange, model: Model): Promise<unknown | SentForm> {
  const contentType = exchange.req.headers['content-type'];
  return isForm(contentType) ? readForm(contentType, await bytesOf(exchange)) : bodyOf(exchange, model);
}

/** The body of a request as it came. */
export async function bytesOf({ req, work }: Exchange): Promise<Buffer> {
  const { scope, engine } = work;
  const began = Date.now();
  const bytes = await readBody(req, { limit: bodyLimit });
  // The time a slow client takes to send its body is not ours.
  scope.deadline += Date.now() - began;
  if (scope.once) scope.once.fingerprint = fingerprintOf(engine.settings.secretKey, req.method, req.originalUrl, bytes);
  return bytes;
}

/** Whether the body is CSV, which always stands for a list. */
export const isCsv = ({ req }: Exchange): boolean =>
  (req.headers['content-type'] ?? '').toLowerCase().startsWith('text/csv');
