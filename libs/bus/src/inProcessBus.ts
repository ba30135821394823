import type { Log } from '@plumbline/log';
import type { Bus, Call, EventHandler, RequestHandler, Subject } from './bus';
import { openReply } from './envelope';
import { noTimeLeft, ServiceUnavailable } from './failures';
import { runEventHandler, runRequestHandler, tracked } from './handlers';
import { createUnderWay } from './underWay';
import { eventSubject, matches, requestSubject, requestsTo } from './wireSubject';

interface Subscriber {
  pattern: Subject;
  handler: EventHandler;
  group?: string;
}

const closeWithinMilliseconds = 25_000;

/**
 * Makes a bus for services that live in one process; it behaves as the one over NATS does, without copying payloads.
 */
export function createInProcessBus({ log }: { log: Log }): Bus {
  const servers = new Map<string, RequestHandler[]>();
  const subscribers = new Set<Subscriber>();
  const underWay = createUnderWay();
  let requests = 0;
  let turn = 0;
  let isClosed = false;

  const handlerFor = (app: string): RequestHandler => {
    const handlers = servers.get(app);
    if (isClosed || !handlers || handlers.length === 0) throw new ServiceUnavailable(app, 'nobody serves it');
    return handlers[turn++ % handlers.length] as RequestHandler;
  };

  return {
    async request<T>(subject: Subject, payload: unknown, call: Call): Promise<T> {
      requestSubject(call.asker ?? subject.app, subject);
      requests++;
      const handler = handlerFor(subject.app);
      const work = underWay.track(
        beforeDeadline(subject.app, call, () => runRequestHandler(handler, payload, call, subject, log)),
      );
      return openReply(await work, subject, call.requestId) as T;
    },

    async serve(app, given) {
      requestsTo(app);
      const { handler, settled } = tracked(given);
      servers.set(app, [...(servers.get(app) ?? []), handler]);
      return async () => {
        const others = (servers.get(app) ?? []).filter((other) => other !== handler);
        servers.set(app, others);
        await settled();
      };
    },

    async publish(subject, payload) {
      eventSubject(subject);
      if (isClosed) throw new ServiceUnavailable('bus', 'closed');
      const receivers = oneOfEachGroup(
        [...subscribers].filter(({ pattern }) => matches(pattern, subject)),
        turn++,
      );
      const runs = receivers.map(({ handler }) => runEventHandler(handler, payload, subject, log));
      await underWay.track(Promise.all(runs));
    },

    async subscribe(pattern, handler, { group } = {}) {
      eventSubject(pattern, { pattern: true });
      const subscriber: Subscriber = { pattern, handler, group };
      subscribers.add(subscriber);
      return async () => {
        subscribers.delete(subscriber);
      };
    },

    // It is never lost.
    onFound: () => () => undefined,

    get requests() {
      return requests;
    },

    async ready() {
      return !isClosed;
    },

    async close() {
      await underWay.settled(closeWithinMilliseconds);
      isClosed = true;
      servers.clear();
      subscribers.clear();
    },
  };
}

/** Waits for the work until the deadline; the work itself goes on, its outcome is nobody's concern any more. */
function beforeDeadline<T>(
  app: string,
  { deadline, waits = Number.POSITIVE_INFINITY }: Call,
  work: () => Promise<T>,
): Promise<T> {
  const remaining = Math.min(deadline - Date.now(), waits);
  if (remaining <= 0) return Promise.reject(noTimeLeft(app));
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new ServiceUnavailable(app, 'no answer before the deadline', true)),
      remaining,
    );
    work()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

function oneOfEachGroup(found: Subscriber[], turn: number): Subscriber[] {
  const alone = found.filter(({ group }) => group === undefined);
  const groups = new Set(found.flatMap(({ group }) => group ?? []));
  const chosen = [...groups].map((name) => {
    const members = found.filter(({ group }) => group === name);
    return members[turn % members.length] as Subscriber;
  });
  return [...alone, ...chosen];
}
