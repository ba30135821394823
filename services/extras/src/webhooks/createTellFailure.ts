import type { Log } from '@plumbline/log';
import { LRUCache } from 'lru-cache';
import type { Claimed } from './claimDeliveries';

/** Milliseconds in which the log tells once of a webhook that fails: a receiver that is bad is bad for every change. */
const interval = 10 * 60_000;
/** Webhooks that are remembered; who comes on top is told of, and another forgotten. */
const most = 1_000;

export type TellFailure = (delivery: Pick<Claimed, 'id' | 'webhook'>, problem: string | undefined) => void;

/**
 * Tells the log of deliveries that failed, so that the operator looks after them: of the first of a webhook at once, and of later
 * ones now and then, with how many there were meanwhile. Addresses may hold passwords and are left out.
 */
export function createTellFailure(log: Log, now: () => number = Date.now): TellFailure {
  const logged = new LRUCache<string, { until: number; suppressed: number }>({ max: most });
  return ({ id, webhook }, problem) => {
    const last = logged.get(webhook);
    if (last && now() < last.until) {
      last.suppressed++;
      return;
    }
    logged.set(webhook, { until: now() + interval, suppressed: 0 });
    log.warn({ webhook, delivery: id, problem, untold: last?.suppressed ?? 0 }, 'a delivery of a webhook failed');
  };
}
