import { createHash } from 'node:crypto';
import {
  type AuthenticatedRequest,
  isMultipart,
  isWrite,
  type JsonOptions,
  largestBody,
  lastValue,
  mostParts,
  parseBody,
  preferredValue,
  problems,
  type Query,
  readBody,
  readMultipart,
  type SentForm,
} from '@plumbline/http';
import type { Model } from '@plumbline/model';
import type { Response } from 'express';
import { noEffect } from '../core/effect';
import type { Engine, UnitOfWork } from '../core/engine';
import { extensionsOf } from '../core/extensions/registered';
import { fileFields } from '../core/fieldSets';
import type { NestedRelations, RequestScope } from '../core/scope';
import { keyedDigest } from '../core/seal';
import { unitOfWork as workOf } from '../core/unitOfWork';
import { asViewer } from '../core/viewer';
import { readCsv } from '../csv';
import { formBody } from './formBody';

/** One request at one endpoint. */
export interface Exchange {
  work: UnitOfWork;
  req: AuthenticatedRequest;
  res: Response;
  /** The path without the query. */
  path: string;
  query: Query;
  /** The body as it came, once somebody wanted it. */
  sent?: Buffer;
}

/** Objects one request may be about, in JSON as in CSV. */
const largestList = 10_000;

/** What a request brings about comes from its route, or from the job that makes it. */
export function newExchange(
  engine: Engine,
  req: AuthenticatedRequest,
  res: Response,
  path: string,
  query: Query,
  route: string,
): Exchange {
  const { requestId, deadline, base, identity, vouched, origin, mayBeOld, cost } = req.gatewayRequest;
  const repeatable = repetition(req, engine.settings.secretKey);
  const scope: RequestScope = {
    requestId,
    deadline,
    base,
    identity,
    ...(vouched ? { vouched } : {}),
    origin: origin ?? { context: 'web', detail: route },
    ...(mayBeOld === undefined ? {} : { mayBeOld }),
    cost,
    ...repeatable,
    ...rehearsal(req, query),
    ...(isWrite(req.method) ? { effect: noEffect() } : {}),
    ...nesting(req),
  };
  return { work: asViewer(workOf(engine, scope)), req, res, path, query };
}

/**
 * A write that names an `Idempotency-Key` may be sent again: it has one effect and one answer. One that names none is
 * named by the gateway, and its client is told the name when it is not told what became of it.
 */
function repetition(req: AuthenticatedRequest, secretKey: string): Pick<RequestScope, 'idempotency'> {
  const named = req.headers['idempotency-key'];
  const key = typeof named === 'string' ? named : req.gatewayRequest.requestKey;
  if (key === undefined || !isWrite(req.method)) return {};
  const fingerprint = fingerprintOf(secretKey, req.method, req.originalUrl);
  return { idempotency: { key, userId: req.gatewayRequest.identity.userId, fingerprint, isNew: named === undefined } };
}

/** `?dry_run=true` on a write: everything is done but kept. */
function rehearsal(req: AuthenticatedRequest, query: Query): Pick<RequestScope, 'dryRun'> {
  return isWrite(req.method) && lastValue(query, 'dry_run') === 'true' ? { dryRun: true } : {};
}

const nestedForms: readonly string[] = ['url', 'object'] satisfies NestedRelations[];

/** `Prefer: nested=object`: clients that look into nested objects need relations there as objects. */
function nesting(req: AuthenticatedRequest): Pick<RequestScope, 'nestedRelations'> {
  const wanted = preferredValue(req.headers.prefer, 'nested');
  return wanted !== undefined && nestedForms.includes(wanted) ? { nestedRelations: wanted as NestedRelations } : {};
}

/** Keyed, because bodies may hold passwords and fingerprints are stored. */
const fingerprintOf = (secretKey: string, ...parts: (string | Buffer)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\n');
  return keyedDigest(hash.digest('base64url'), secretKey, 'request');
};

/** Refuses repetition keys and rehearsal words that mean nothing. */
export function checkOptions({ req, query, work }: Exchange): void {
  const { idempotency } = work.scope;
  if (idempotency && (idempotency.key.length === 0 || idempotency.key.length > 255))
    throw problems.malformed('An Idempotency-Key has 1 to 255 characters.');
  const dryRun = lastValue(query, 'dry_run');
  if (isWrite(req.method) && dryRun !== undefined && dryRun !== 'true' && dryRun !== 'false')
    throw problems.field('dry_run', 'Must be true or false.');
}

/**
 * The body of a write as JSON; rows of CSV become the objects they stand for, and so does a form with a file for a
 * model that has files, where the request says `?multipart=true`. Undefined when there is none; throws a 415 for CSV that no
 * model says how to read.
 */
export async function bodyOf(exchange: Exchange, model?: Model, options: JsonOptions = {}): Promise<unknown> {
  const { work, req, query } = exchange;
  const contentType = req.headers['content-type'];
  const bytes = await bytesOf(exchange);
  if (model && isMultipart(contentType) && bytes.length > 0) {
    const hasFiles = fileFields(model).length > 0;
    if (hasFiles && lastValue(query, 'multipart') === 'true')
      return formBody(model, await readMultipart(contentType, bytes));
    if (hasFiles) throw problems.unsupportedMediaType(contentType, 'Send forms to this address with ?multipart=true.');
  }
  const body = parseBody(contentType, bytes, options);
  if (body.kind === 'empty') return undefined;
  if (body.kind === 'csv') {
    if (!model) throw problems.unsupportedMediaType(contentType!, 'Send JSON to this address.');
    return readCsv(extensionsOf(work.engine), model, body.text);
  }
  if (Array.isArray(body.value) && body.value.length > largestList)
    throw problems.tooLarge(`A list may have ${largestList} objects. Send it in parts.`);
  return body.value;
}

/** As `bodyOf`, for an endpoint of its own that takes forms as well as JSON. */
export async function bodyOrForm(exchange: Exchange, model?: Model): Promise<unknown | SentForm> {
  const contentType = exchange.req.headers['content-type'];
  return isMultipart(contentType) ? readMultipart(contentType, await bytesOf(exchange)) : bodyOf(exchange, model);
}

/** The body of a request as it came. */
export async function bytesOf({ req, work, sent }: Exchange): Promise<Buffer> {
  if (sent) return sent;
  const { scope, engine } = work;
  const left = scope.deadline - Date.now();
  // The time a slow client takes to send its body is not ours.
  scope.deadline = Number.POSITIVE_INFINITY;
  let bytes: Buffer;
  try {
    bytes = await readBody(req, { limit: largestBody });
  } finally {
    scope.deadline = Date.now() + left;
  }
  if (scope.idempotency) {
    const content = withoutBoundary(req.headers['content-type'], bytes);
    scope.idempotency.fingerprint = fingerprintOf(engine.settings.secretKey, req.method, req.originalUrl, ...content);
  }
  return bytes;
}

/**
 * What a body says: clients draw the boundary between the parts of a form anew each time they send it. What has more parts than
 * forms have stays as it came.
 */
function withoutBoundary(contentType: string | undefined, bytes: Buffer): Buffer[] {
  if (!isMultipart(contentType)) return [bytes];
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return [bytes];
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = bytes.indexOf(boundary); at >= 0; at = bytes.indexOf(boundary, from)) {
    if (parts.length > mostParts) return [bytes];
    parts.push(bytes.subarray(from, at));
    from = at + boundary.length;
  }
  return [...parts, bytes.subarray(from)];
}

/** Whether the body is CSV, which always stands for a list. */
export const isCsv = ({ req }: Exchange): boolean =>
  (req.headers['content-type'] ?? '').toLowerCase().startsWith('text/csv');

/** Whether the answer is to be CSV. */
export const wantsCsv = ({ req }: Exchange): boolean => req.gatewayRequest.negotiated.renderer === 'csv';
