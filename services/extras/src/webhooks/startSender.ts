import { setMaxListeners } from 'node:events';
import { type Background, backgroundWork, coalesce, watchful } from '@plumbline/engine';
import { readAllowed } from '@plumbline/outgoing';
import { createAgentPool } from './agentPool';
import { deliveriesQueued } from './announceDeliveries';
import { type Claimed, claimDeliveries, type Hook, hooksWithWork } from './claimDeliveries';
import { createTellFailure } from './createTellFailure';
import { deliver, leaseOf } from './deliver';
import { createHostLimits } from './hostLimits';
import { settleDelivery } from './settleDelivery';
import { traceDelivery } from './traceDelivery';

/** How often is looked for deliveries that nobody has announced here: retries, and what others left behind. */
const times = { interval: 1_000, whenQuiet: 15_000 };
/** Deliveries under way at once in this process. */
const most = 64;
/** Milliseconds that deliveries under way are waited for when the process ends. */
const drainMilliseconds = 1_000;

/** Delivers what is queued, in every process of the service: they share the queue. */
export const startSender: Background = async (engine) => {
  const work = backgroundWork(engine);
  const lease = leaseOf(engine.settings);
  const agents = createAgentPool(readAllowed(engine.settings.outgoingAllow));
  const rooms = createHostLimits(engine.settings.webhooks.connections, most);
  const tellFailure = createTellFailure(engine.log);
  const stopping = new AbortController();
  setMaxListeners(most, stopping.signal);
  const underWay = new Set<Promise<void>>();
  const timers = new Set<NodeJS.Timeout>();
  let stopped = false;

  /** Takes on what there is room for. Who comes meanwhile is served by another look. */
  const looks = coalesce(() =>
    takeOn().catch((error) => engine.log.warn({ error: String(error) }, 'could not look for deliveries of webhooks')),
  );
  const look = (): void => {
    if (!stopped) void looks.next();
  };

  const takeOn = async (): Promise<void> => {
    if (stopped || !rooms.free()) return;
    const hooks = new Map((await hooksWithWork(work)).map((hook) => [hook.id, hook]));
    const wanted = rooms.share([...hooks.values()]);
    if (wanted.size === 0) return;
    const claimed = await claimDeliveries(work, wanted, lease);
    for (const delivery of claimed) {
      const one = attempt(hooks.get(delivery.webhook)!, delivery);
      underWay.add(one);
      void one.finally(() => underWay.delete(one));
    }
  };

  const attempt = async (hook: Hook, delivery: Claimed): Promise<void> => {
    const leave = rooms.enter(hook);
    try {
      const delivering = { settings: engine.settings, agents, stopping: stopping.signal };
      const outcome = await traceDelivery(engine.tracing, hook, delivery, () => deliver(hook, delivery, delivering));
      if (outcome.result === 'failed') tellFailure(delivery, outcome.problem);
      await settleDelivery(work, delivery, outcome);
      if (outcome.wait !== undefined && outcome.wait < times.whenQuiet) lookIn(outcome.wait);
    } catch (error) {
      // The claim runs out, and somebody tries again.
      engine.log.warn({ error: String(error), delivery: delivery.id }, 'could not write down what came of a delivery');
    } finally {
      leave();
      look();
    }
  };

  const lookIn = (milliseconds: number): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      look();
    }, milliseconds);
    timers.add(timer);
  };

  const unsubscribe = await engine.bus.subscribe(deliveriesQueued, async () => look());
  const isTime = watchful(engine, times);
  const timer = setInterval(() => {
    if (isTime()) look();
  }, times.interval);
  look();
  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      for (const each of timers) clearTimeout(each);
      await unsubscribe();
      await looks.settled();
      const abort = setTimeout(() => stopping.abort(), drainMilliseconds);
      await Promise.all(underWay);
      clearTimeout(abort);
      agents.destroy();
    },
  };
};
