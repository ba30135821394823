import { randomUUID } from 'node:crypto';
import { headers as createHeaders, type Msg } from '@nats-io/transport-node';
import type { IdentityStatement } from '@plumbline/http';
import type { Log } from '@plumbline/log';
import type { Call, RequestHandler, Unsubscribe } from '../bus';
import { protocolVersion, type ReplyEnvelope, requestEnvelope } from '../envelope';
import { runRequestHandler, tracked } from '../handlers';
import type { UnderWay } from '../underWay';
import { askerOf, inboxOf, readSubject, requestsTo } from '../wireSubject';
import type { Link } from './link';
import {
  createAssembly,
  cut,
  deadlineHeader,
  partHeader,
  partsHeader,
  publishParts,
  readPlace,
  sendToHeader,
} from './parts';

export interface Responder {
  serve(app: string, handler: RequestHandler): Unsubscribe;
  /** Takes no new requests; those already received are still answered. */
  stop(): Promise<void>;
}

/** A request whose parts are still arriving. */
interface Upload {
  receive(message: Msg): void;
}

/** What the answering half works with. */
export interface ResponderParts {
  link: Link;
  /** The part of Plumbline this is. */
  name: string;
  readStatement: ((text: string) => IdentityStatement | undefined) | undefined;
  underWay: UnderWay;
  log: Log;
}

/** Makes the answering half of the bus. */
export function createResponder({ link, name, readStatement, underWay, log }: ResponderParts): Responder {
  const { connection } = link;
  const process = randomUUID();
  const uploads = new Map<string, Upload>();
  const stops = new Set<Unsubscribe>();
  let count = 0;

  connection.subscribe(`${inboxOf(name, '*')}.${process}.*`, {
    callback: (error, message) => {
      if (error) log.error({ error }, 'inbox failed');
      else uploads.get(message.subject.slice(message.subject.lastIndexOf('.') + 1))?.receive(message);
    },
  });

  async function answer(handler: RequestHandler, wire: string, reply: string, data: Uint8Array): Promise<void> {
    const subject = readSubject(wire);
    const envelope = requestEnvelope.parse(JSON.parse(Buffer.from(data).toString()));
    const { payload, statement: text, version, ...told } = envelope;
    const { requestId, deadline } = told;
    const statement = text === undefined ? undefined : readStatement?.(text);
    const call: Call = {
      ...told,
      asker: askerOf(wire),
      ...(version === undefined ? { isUnversioned: true } : {}),
      ...(statement ? { vouched: { statement, text } } : {}),
    };
    if (deadline <= Date.now()) {
      log.debug({ requestId, subject }, 'bus call came after its deadline');
      return;
    }
    send(reply, await runRequestHandler(handler, payload, call, subject, log));
  }

  function send(reply: string, envelope: ReplyEnvelope): void {
    const bytes = Buffer.from(JSON.stringify({ version: protocolVersion, ...envelope }));
    const size = link.largestMessage();
    if (bytes.length <= size) connection.publish(reply, bytes);
    else publishParts(connection, reply, cut(bytes, size));
  }

  /** What cannot be read or answered at all is logged; the caller learns that something failed. */
  function start(handler: RequestHandler, wire: string, reply: string, data: Uint8Array): void {
    const work = answer(handler, wire, reply, data).catch((error) => {
      log.error({ subject: readSubject(wire), error }, 'bus call could not be answered');
      if (!connection.isClosed()) send(reply, { outcome: 'failure' });
    });
    void underWay.track(work);
  }

  function invite(handler: RequestHandler, { subject, reply = '', headers }: Msg): void {
    const assembly = createAssembly(Number(headers?.get(partsHeader)));
    const token = (count++).toString(36);
    const forget = () => {
      clearTimeout(timer);
      uploads.delete(token);
    };
    const timer = setTimeout(forget, Math.max(Number(headers?.get(deadlineHeader)) - Date.now() || 0, 0));
    uploads.set(token, {
      receive(part) {
        const whole = assembly.add(readPlace(part.headers?.get(partHeader) ?? '').index, part.data);
        if (!whole) return;
        forget();
        start(handler, subject, reply, whole);
      },
    });
    const invitation = createHeaders();
    invitation.set(sendToHeader, `${inboxOf(name, askerOf(subject))}.${process}.${token}`);
    connection.publish(reply, undefined, { headers: invitation });
  }

  function receive(handler: RequestHandler, message: Msg): void {
    const { subject, reply, data, headers } = message;
    // An answer goes to who asks: to nobody else they may name.
    if (!reply?.startsWith(`${inboxOf(askerOf(subject), readSubject(subject).app)}.`))
      log.warn({ subject, reply }, 'a bus call whose answer would not go to who asks');
    else if (!headers?.has(partsHeader)) start(handler, subject, reply, data);
    else invite(handler, message);
  }

  return {
    serve(app, given) {
      const { handler, settled } = tracked(given);
      const subscription = connection.subscribe(requestsTo(app), {
        queue: app,
        callback: (error, message) => {
          try {
            if (error) throw error;
            receive(handler, message);
          } catch (failure) {
            log.error({ app, error: failure }, 'a bus call could not be read');
          }
        },
      });
      const stop = async () => {
        stops.delete(stop);
        if (!connection.isClosed() && !subscription.isClosed()) await subscription.drain();
        await settled();
      };
      stops.add(stop);
      return stop;
    },
    stop: async () => {
      await Promise.all([...stops].map((stop) => stop()));
    },
  };
}
