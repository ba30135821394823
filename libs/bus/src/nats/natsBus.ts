import type { IdentityStatement } from '@plumbline/http';
import type { Log } from '@plumbline/log';
import type { Bus, Call, Subject } from '../bus';
import { ServiceUnavailable } from '../failures';
import { createUnderWay } from '../underWay';
import type { BrokerTls } from './brokerTls';
import { publishEvent, subscribeEvents } from './events';
import { openLink } from './link';
import { createRequester } from './requester';
import { createResponder } from './responder';
import { createMessageStore } from './store';

export interface NatsBusOptions {
  /** `nats://host:4222`, with credentials and several separated by commas where needed. */
  url: string;
  /** Set where the broker must have TLS; `tls://` says the same. */
  tls?: BrokerTls | undefined;
  log: Log;
  /** The part of Plumbline this is: the user of the broker, and the application it serves where it serves one. */
  name: string;
  /** Makes this process known to the broker as that part; where it is absent, the address must. */
  key?: Buffer;
  /** Uses a broker that lets in anybody, too; without it one is refused with `OpenBroker`. */
  mayBeOpen?: boolean;
  /** Milliseconds after which a broker that does not let us in is not asked any more: `UnknownToBroker`. */
  refusedWithin?: number;
  /** Reads what the gateway has stated of who asks; undefined for what it has not. Without it nothing is believed. */
  readStatement?: ((text: string) => IdentityStatement | undefined) | undefined;
  /** Ends the waiting for a broker that is not there: rejects with its reason. */
  ending?: AbortSignal | undefined;
}

const closeWithinMilliseconds = 25_000;
const readyWithinMilliseconds = 1_000;

/** A bus over NATS. */
export interface NatsBus extends Bus {
  /** Whether the broker has JetStream, and so can keep messages. */
  hasStore(): boolean;
}

/**
 * Connects to NATS and makes a bus of it. Waits for a broker that is not there yet; one that is lost later is looked
 * for until it is back, and meanwhile every request fails at once with `ServiceUnavailable`.
 */
export async function createNatsBus({
  url,
  tls,
  log,
  name,
  key,
  mayBeOpen,
  refusedWithin,
  readStatement,
  ending,
}: NatsBusOptions): Promise<NatsBus> {
  const link = await openLink({ url, tls, log, name, key, mayBeOpen, refusedWithin, ending });
  const underWay = createUnderWay();
  const ask = createRequester(link, name, log);
  const responder = createResponder({ link, name, readStatement, underWay, log });
  const store = createMessageStore(link, log);
  let requests = 0;
  let isClosing = false;
  let closed: Promise<void> | undefined;

  async function close(): Promise<void> {
    isClosing = true;
    if (link.isUp()) await responder.stop();
    await underWay.settled(closeWithinMilliseconds);
    await link.close();
  }

  return {
    async request<T>(subject: Subject, payload: unknown, call: Call): Promise<T> {
      requests++;
      if (link.connection.isClosed()) throw new ServiceUnavailable(subject.app, 'the bus is closed');
      return (await underWay.track(ask(subject, payload, call))) as T;
    },
    async serve(app, handler) {
      const stop = responder.serve(app, handler);
      await link.flush(readyWithinMilliseconds);
      return stop;
    },
    publish: (subject, payload) => underWay.track(publishEvent(link, subject, payload)),
    async subscribe(pattern, handler, { group } = {}) {
      const stop = subscribeEvents(link, { pattern, handler, group }, underWay, log);
      await link.flush(readyWithinMilliseconds);
      return stop;
    },
    onFound: (callback) => link.onFound(callback),
    store,
    hasStore: () => link.connection.info?.jetstream === true,
    get requests() {
      return requests;
    },
    ready: async () => !isClosing && link.isUp() && (await link.flush(readyWithinMilliseconds)),
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}
