import { promisify } from 'node:util';
import { deflate, inflateSync } from 'node:zlib';
import { headers as createHeaders, type Msg } from '@nats-io/transport-node';
import type { Log } from '@plumbline/log';
import type { EventHandler, Subject, Unsubscribe } from '../bus';
import { eventEnvelope, protocolVersion } from '../envelope';
import { ServiceUnavailable } from '../failures';
import { runEventHandler } from '../handlers';
import type { UnderWay } from '../underWay';
import { eventSubject, readSubject } from '../wireSubject';
import type { Link } from './link';
import { deflatedHeader } from './parts';

const handedOverWithinMilliseconds = 2_000;
const compress = promisify(deflate);
/** Bytes of an event when it is inflated: far more than senders tell at once, and nothing that fills the memory. */
const largestInflated = 64 * 1024 * 1024;

/** Sends an event and waits until the broker has it; throws when it has not, so that an outbox keeps it. */
export async function publishEvent(link: Link, subject: Subject, payload: unknown): Promise<void> {
  const wire = eventSubject(subject);
  if (!link.isUp()) throw new ServiceUnavailable('bus', 'the broker is not reachable');
  const bytes = Buffer.from(JSON.stringify({ version: protocolVersion, payload }));
  // Parts of one event could reach different members of a group, so a large event is made small instead.
  if (bytes.length <= link.largestMessage()) link.connection.publish(wire, bytes);
  else await publishDeflated(link, wire, bytes);
  if (!(await link.flush(handedOverWithinMilliseconds)))
    throw new ServiceUnavailable('bus', 'the broker did not take an event');
}

async function publishDeflated(link: Link, wire: string, bytes: Buffer): Promise<void> {
  const small = await compress(bytes);
  if (small.length > link.largestMessage())
    throw new RangeError(`an event of ${bytes.length} bytes on ${wire} is too large`);
  const headers = createHeaders();
  headers.set(deflatedHeader, '1');
  link.connection.publish(wire, small, { headers });
}

export interface Listener {
  pattern: Subject;
  handler: EventHandler;
  group?: string;
}

/** Calls the handler for every event under the pattern, from now on. */
export function subscribeEvents(
  link: Link,
  { pattern, handler, group }: Listener,
  underWay: UnderWay,
  log: Log,
): Unsubscribe {
  const subscription = link.connection.subscribe(eventSubject(pattern, { pattern: true }), {
    queue: group,
    callback: (error, message) => {
      try {
        if (error) throw error;
        void underWay.track(runEventHandler(handler, readEvent(message), readSubject(message.subject), log));
      } catch (failure) {
        log.error({ pattern, error: failure }, 'an event could not be read');
      }
    },
  });
  return async () => {
    if (!link.connection.isClosed() && !subscription.isClosed()) await subscription.drain();
  };
}

function readEvent({ data, headers }: Msg): unknown {
  const bytes = headers?.has(deflatedHeader)
    ? inflateSync(data, { maxOutputLength: largestInflated })
    : Buffer.from(data);
  return eventEnvelope.parse(JSON.parse(bytes.toString())).payload;
}
