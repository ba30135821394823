import type { Bus } from '@plumbline/bus';
import {
  absoluteBase,
  errorAnswer,
  type Identity,
  negotiate,
  Problem,
  parseBody,
  problems,
  readBody,
  readQuery,
  sendProblem,
} from '@plumbline/http';
import type { Log } from '@plumbline/log';
import type { Request, Response } from 'express';
import type { Authenticate } from '../../authentication/authenticate';
import type { Conceal } from '../../authentication/conceal';
import type { CsrfTokens } from '../../authentication/csrf';
import { pathPrefix, redirect } from '../../redirect';
import type { RequestRecord } from '../../requestRecord';
import { createAskUsers } from '../../services/askUsers';
import { vouchFor } from '../../services/vouchFor';
import type { RecentWriters } from '../../writers/recentWriters';
import { formBytes, sendOutdated } from '../forms';

export interface AccountParts {
  bus: Bus;
  csrf: CsrfTokens;
  authenticate: Authenticate;
  /** Writes credentials as they cross the bus. */
  conceal: Conceal;
  forgetIdentities(): void;
  writers: RecentWriters;
  /** What is stated of who asks is signed with. */
  statementKeys: readonly Buffer[];
  /** Milliseconds the users service has to answer. */
  patience: number;
  log: Log;
}

/** Somebody who has signed in and visits a page about their account. */
export interface AccountRequest {
  req: Request;
  res: Response;
  record: RequestRecord;
  identity: Identity;
  /** Whether a program asks, which gets JSON. */
  isProgram: boolean;
  /** What was sent with a POST: the fields of a form, or of a JSON object. */
  fields: ReadonlyMap<string, unknown>;
  /** Asks the users service about whoever visits. */
  ask<T>(verb: string, payload?: object): Promise<T>;
}

/** A page about one's own account. */
export type AccountPage = (req: Request, res: Response, record: RequestRecord) => Promise<void>;

/** Whether it could be the id of something: what is none is nobody's. */
export const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);

const form = 'application/x-www-form-urlencoded';
const typeOf = (req: Request): string => req.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/**
 * Makes a page for those who have signed in: browsers by their session, and programs, which get JSON, by a session or a
 * token. Others are led to sign in, or refused. What is posted comes from our own form or shows the session's token.
 */
export function accountPage(parts: AccountParts, show: (request: AccountRequest) => Promise<void>): AccountPage {
  const { bus, authenticate, writers, patience, log, statementKeys } = parts;
  const askUsers = createAskUsers(bus, patience);

  /** Notes that somebody writes, until they are answered; false where they have gone meanwhile. */
  async function beginWriting(res: Response, { writeEnabled, userId }: Identity): Promise<boolean> {
    if (!writeEnabled) throw problems.forbidden();
    await writers.note(userId);
    return writers.keepNoting(userId, res);
  }

  async function enter(req: Request, res: Response, record: RequestRecord, isProgram: boolean): Promise<void> {
    const { requestId, client, cost } = record;
    const fields = req.method === 'POST' ? await readFields(req) : new Map<string, unknown>();
    const base = absoluteBase(req);
    const deadline = Date.now() + patience;
    const identity = await authenticate(req, { requestId, deadline, base, client, cost }, false);
    record.user = identity.username;
    const { method } = req;
    if (method === 'POST' && !(await beginWriting(res, identity))) return;
    const statement = { requestId, identity, base, deadline, method };
    const vouched = vouchFor(statement, req.url, statementKeys);
    const ask = <T>(verb: string, payload: object = {}) => askUsers<T>(record, verb, payload, vouched);
    await show({ req, res, record, identity, isProgram, fields, ask });
  }

  return async (req, res, record) => {
    const { renderer } = negotiate(req, ['html', 'json'], readQuery(req.url));
    const isProgram = renderer === 'json' || typeOf(req) === 'application/json';
    try {
      await enter(req, res, record, isProgram);
    } catch (error) {
      const isUnknown = error instanceof Problem && error.status === 403 && record.user === undefined;
      if (isProgram && !res.headersSent)
        sendProblem(req, res, errorAnswer(error, { log, requestId: record.requestId }), { announceVersion: false });
      else if (isUnknown && isCsrfProblem(error)) sendOutdated(req, res, req.path);
      else if (isUnknown) leadToSignIn(req, res);
      else throw error;
    }
  };
}

const isCsrfProblem = ({ body }: Problem): boolean =>
  'detail' in body && typeof body.detail === 'string' && body.detail.startsWith('CSRF Failed');

function leadToSignIn(req: Request, res: Response): void {
  const here = `${pathPrefix(req)}${req.url}`;
  redirect(req, res, `${pathPrefix(req)}/login/?next=${encodeURIComponent(here)}`);
}

async function readFields(req: Request): Promise<ReadonlyMap<string, unknown>> {
  const bytes = await readBody(req, { limit: formBytes });
  if (typeOf(req) === form) {
    const fields = new URLSearchParams(bytes.toString('utf8'));
    // From here on it is as if a script of ours had sent it.
    req.headers['x-csrftoken'] = fields.get('csrfmiddlewaretoken') ?? undefined;
    return new Map(fields);
  }
  const body = parseBody(req.headers['content-type'], bytes);
  if (body.kind === 'csv') throw problems.unsupportedMediaType(typeOf(req));
  const value = body.kind === 'json' ? body.value : {};
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw problems.field('non_field_errors', 'Invalid data. Expected a dictionary.');
  return new Map(Object.entries(value));
}
