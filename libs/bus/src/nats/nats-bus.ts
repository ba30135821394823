import type { Log } from '@plumbline/log';
import type { Bus, Call, Subject } from '../bus';
import { ServiceUnavailable } from '../failures';
import { createUnderWay } from '../under-way';
import { publishEvent, subscribeEvents } from './events';
import { openLink } from './link';
import { createRequester } from './requester';
import { createResponder } from './responder';
import { createMessageStore } from './store';

export interface NatsBusOptions {
  /** `nats://host:4222`, with credentials and several separated by commas where needed. */
  url: string;
  log: Log;
  /** How the broker's own monitoring shows this process. */
  name: string;
}

const closeWithinMilliseconds = 25_000;
const readyWithinMilliseconds = 1_000;

/**
 * Connects to NATS and makes a bus of it. Waits for a broker that is not there yet; one that is lost later is looked
 * for until it is back, and meanwhile every request fails at once with `ServiceUnavailable`.
 */
export async function createNatsBus({ url, log, name }: NatsBusOptions): Promise<Bus> {
  const link = await openLink({ url, log, name });
  const underWay = createUnderWay();
  const ask = createRequester(link, log);
  const responder = createResponder(link, underWay, log);
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
    store,
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
