import { randomUUID } from 'node:crypto';
import { headers as createHeaders, type Msg } from '@nats-io/transport-node';
import type { Log } from '@plumbline/log';
import type { Call, Subject } from '../bus';
import { openReply, protocolVersion, readReply } from '../envelope';
import { noTimeLeft, ServiceUnavailable } from '../failures';
import { inboxOf, isInboxFor, requestSubject } from '../wireSubject';
import type { Link } from './link';
import {
  type Assembly,
  createAssembly,
  cut,
  deadlineHeader,
  partHeader,
  partsHeader,
  publishParts,
  readPlace,
  sendToHeader,
} from './parts';

/** Milliseconds after which a question that may be repeated is: far more than an answer takes, far less than people wait. */
const askedAgainAfter = 1_500;

export type Requester = (subject: Subject, payload: unknown, call: Call) => Promise<unknown>;

interface Pending {
  app: string;
  /** What it was sent under. */
  subject: string;
  /** The request itself while it still has to be sent in parts. */
  parts?: Buffer[];
  /** The answer as far as it has come, when it comes in parts. */
  assembly?: Assembly;
  succeed(answer: Uint8Array): void;
  fail(error: Error): void;
}

/** Of an answer that makes no sense nobody knows what has been done. */
const unreadable = (app: string, error: unknown) =>
  new ServiceUnavailable(app, `its answer cannot be read: ${String(error)}`, true);

/**
 * Makes the asking half of the bus: an inbox for the answers of each application, each request known by a token in its
 * reply subject.
 */
export function createRequester(link: Link, name: string, log: Log): Requester {
  const process = randomUUID();
  const waiting = new Map<string, Pending>();
  let count = 0;

  link.connection.subscribe(`${inboxOf(name, '*')}.${process}.*`, {
    callback: (error, message) => {
      if (error) log.error({ error }, 'inbox failed');
      else receive(message);
    },
  });
  link.onLost(() => {
    for (const { app, fail } of waiting.values()) fail(new ServiceUnavailable(app, 'the broker was lost', true));
  });

  link.onRefused((refused) => {
    for (const { app, subject, fail } of waiting.values())
      if (subject === refused) fail(new ServiceUnavailable(app, 'the broker does not let it be asked that'));
  });

  function receive(message: Msg): void {
    const pending = waiting.get(message.subject.slice(message.subject.lastIndexOf('.') + 1));
    if (!pending) return;
    try {
      receiveFor(pending, message);
    } catch (error) {
      pending.fail(unreadable(pending.app, error));
    }
  }

  function receiveFor(pending: Pending, { headers, data }: Msg): void {
    if (!headers) {
      pending.succeed(data);
    } else if (headers.code === 503) {
      pending.fail(new ServiceUnavailable(pending.app, 'nobody serves it'));
    } else if (headers.has(sendToHeader)) {
      const place = headers.get(sendToHeader);
      if (!isInboxFor(place, name)) throw new TypeError(`${place} is no place for the parts of a request`);
      publishParts(link.connection, place, pending.parts ?? []);
    } else {
      const { index, count: parts } = readPlace(headers.get(partHeader));
      pending.assembly ??= createAssembly(parts);
      const whole = pending.assembly.add(index, data);
      if (whole) pending.succeed(whole);
    }
  }

  function send(reply: string, bytes: Buffer, deadline: number, pending: Pending): void {
    const { subject } = pending;
    const size = link.largestMessage();
    if (bytes.length <= size) {
      link.connection.publish(subject, bytes, { reply });
      return;
    }
    pending.parts = cut(bytes, size);
    const announcement = createHeaders();
    announcement.set(partsHeader, String(pending.parts.length));
    announcement.set(deadlineHeader, String(deadline));
    link.connection.publish(subject, undefined, { reply, headers: announcement });
  }

  return async (subject, payload, call) => {
    const { app } = subject;
    const {
      requestId,
      vouched,
      origin,
      deadline,
      waits = Number.POSITIVE_INFINITY,
      mayBeOld,
      dryRun,
      repeatable,
      trace,
    } = call;
    const wire = requestSubject(name, subject);
    const statement = vouched?.text;
    if (!link.isUp()) throw new ServiceUnavailable(app, 'the broker is not reachable');
    const remaining = Math.min(deadline - Date.now(), waits);
    if (remaining <= 0) throw noTimeLeft(app);
    const version = protocolVersion;
    const envelope = { version, requestId, origin, statement, deadline, mayBeOld, dryRun, trace, payload };
    const bytes = Buffer.from(JSON.stringify(envelope));
    const tokens: string[] = [];
    const timers: NodeJS.Timeout[] = [];
    try {
      const answer = await new Promise<Uint8Array>((succeed, fail) => {
        // Each attempt has a place of its own for its answer, which may come in parts.
        const attempt = () => {
          const token = (count++).toString(36);
          const pending: Pending = { app, subject: wire, succeed, fail };
          tokens.push(token);
          waiting.set(token, pending);
          try {
            send(`${inboxOf(name, app)}.${process}.${token}`, bytes, deadline, pending);
          } catch (error) {
            fail(error as Error);
          }
        };
        const giveUp = () => fail(new ServiceUnavailable(app, 'no answer before the deadline', true));
        timers.push(setTimeout(giveUp, remaining));
        if (repeatable && remaining > askedAgainAfter) timers.push(setTimeout(attempt, askedAgainAfter));
        attempt();
      });
      const text = Buffer.from(answer.buffer, answer.byteOffset, answer.length).toString();
      return openReply(readReply(text, subject), subject, requestId);
    } finally {
      for (const timer of timers) clearTimeout(timer);
      for (const token of tokens) waiting.delete(token);
    }
  };
}
