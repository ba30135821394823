import { Problem, type ProblemBody } from '@plumbline/http';
import { z } from 'zod/v4';
import type { Subject } from './bus';
import { RemoteFailure, ServiceUnavailable } from './failures';

/**
 * The version of what messages are put in, and of change records. What tells none was written before there were versions,
 * and is 0. Whoever gets a higher one reads it all the same: what is added can be left unread (docs/contributing.md).
 */
export const protocolVersion = 1;
const version = z.number().int().optional();

/** What the change log tells of where changes come from. */
export const changeOrigin = z.object({ context: z.enum(['web', 'job', 'job-hook']), detail: z.string() });

/** A request as it crosses the wire. */
export const requestEnvelope = z.object({
  version,
  requestId: z.string(),
  origin: changeOrigin.optional(),
  /** The gateway's statement of who made the client's request. */
  statement: z.string().optional(),
  /** Epoch milliseconds. */
  deadline: z.number(),
  /** Milliseconds. */
  mayBeOld: z.number().optional(),
  dryRun: z.boolean().optional(),
  /** W3C trace context. */
  trace: z.record(z.string(), z.string()).optional(),
  payload: z.unknown(),
});

/** The answer to a request: a value, a client's mistake, another application that could not be reached, or a bug. */
export const replyEnvelope = z.discriminatedUnion('outcome', [
  z.object({ version, outcome: z.literal('ok'), payload: z.unknown() }),
  z.object({
    version,
    outcome: z.literal('problem'),
    status: z.number().int(),
    body: z.unknown(),
    headers: z.record(z.string(), z.string()),
  }),
  z.object({
    version,
    outcome: z.literal('unavailable'),
    app: z.string(),
    mayHaveActed: z.boolean().optional(),
    /** What clients are told, where it is more than that it is not available. */
    told: z.string().optional(),
  }),
  z.object({ version, outcome: z.literal('failure') }),
]);
export type ReplyEnvelope = z.infer<typeof replyEnvelope>;

/** An event as it crosses the wire. */
export const eventEnvelope = z.object({ version, payload: z.unknown() });

/**
 * What a handler's error means to the caller; `failure` is a bug the handler's side must log. A handler that fails has
 * kept nothing, unless it lost its database while it committed.
 */
export function replyToError(error: unknown, subject: Subject): ReplyEnvelope {
  if (error instanceof Problem) {
    return { outcome: 'problem', status: error.status, body: error.body, headers: error.headers };
  }
  if (error instanceof ServiceUnavailable) {
    const { app, told } = error;
    return { outcome: 'unavailable', app, ...(told === undefined ? {} : { told }) };
  }
  // The store is not known here; its error is recognised the way libs/http does it.
  if (error instanceof Error && error.name === 'DatabaseUnavailable') {
    const { commitUnclear } = error as { commitUnclear?: boolean };
    return { outcome: 'unavailable', app: subject.app, ...(commitUnclear ? { mayHaveActed: true } : {}) };
  }
  return { outcome: 'failure' };
}

/** Reads an answer off the wire. Of one that this version cannot read nobody knows what has been done. */
export function readReply(text: string, { app }: Subject): ReplyEnvelope {
  const { data } = replyEnvelope.safeParse(parsed(text));
  if (data) return data;
  throw new ServiceUnavailable(app, 'its answer is one of another version', true, `${app} answers in another version.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the value of an answer, or throws what the other side meant. */
export function openReply(reply: ReplyEnvelope, subject: Subject, requestId: string): unknown {
  switch (reply.outcome) {
    case 'ok':
      return reply.payload;
    case 'problem':
      throw new Problem(reply.status, reply.body as ProblemBody, reply.headers);
    case 'unavailable':
      throw new ServiceUnavailable(reply.app, reply.told ?? 'could not be reached', reply.mayHaveActed, reply.told);
    case 'failure':
      throw new RemoteFailure(subject.app, requestId);
  }
}
