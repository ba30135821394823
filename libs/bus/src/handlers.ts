import type { Log } from '@plumbline/log';
import type { Call, EventHandler, RequestHandler, Subject } from './bus';
import { type ReplyEnvelope, replyToError } from './envelope';
import { createUnderWay } from './underWay';

const settleWithinMilliseconds = 25_000;

/**
 * The handler, and a way to wait until no call of it is under way; whoever stops serving needs what it works with until
 * then.
 */
export function tracked(given: RequestHandler): { handler: RequestHandler; settled(): Promise<void> } {
  const underWay = createUnderWay();
  return {
    handler: (payload, call, subject) => underWay.track(given(payload, call, subject)),
    settled: () => underWay.settled(settleWithinMilliseconds),
  };
}

/** Runs a handler and says what came of it; never rejects. A bug is logged here, where it happened. */
export async function runRequestHandler(
  handler: RequestHandler,
  payload: unknown,
  call: Call,
  subject: Subject,
  log: Log,
): Promise<ReplyEnvelope> {
  const started = performance.now();
  const reply = await outcomeOf(handler, payload, call, subject, log);
  if (log.isLevelEnabled('debug')) {
    const milliseconds = Math.round((performance.now() - started) * 10) / 10;
    log.debug({ ...told(call), subject, outcome: reply.outcome, milliseconds }, 'bus call served');
  }
  return reply;
}

/** What ties a line of the log to those of other processes. The second part of `traceparent` is the id of the trace. */
function told({ requestId, trace }: Call) {
  const traceId = trace?.traceparent?.split('-')[1];
  return { requestId, ...(traceId === undefined ? {} : { traceId }) };
}

async function outcomeOf(
  handler: RequestHandler,
  payload: unknown,
  call: Call,
  subject: Subject,
  log: Log,
): Promise<ReplyEnvelope> {
  try {
    return { outcome: 'ok', payload: await handler(payload, call, subject) };
  } catch (error) {
    const reply = replyToError(error, subject);
    if (reply.outcome === 'failure') log.error({ ...told(call), subject, error }, 'bus handler failed');
    return reply;
  }
}

/** Runs an event handler; a failing one is logged and keeps neither the sender nor other handlers from going on. */
export async function runEventHandler(
  handler: EventHandler,
  payload: unknown,
  subject: Subject,
  log: Log,
): Promise<void> {
  try {
    await handler(payload, subject);
  } catch (error) {
    log.error({ subject, error }, 'event handler failed');
  }
}
