import { randomUUID } from 'node:crypto';
import type { Bus } from '@plumbline/bus';
import type { App } from '@plumbline/config';

/** What works and what does not. */
export interface Health {
  /** Whether messages get through. */
  bus: boolean;
  /** Whether each service answers and reaches its database. */
  services: Record<App, boolean>;
  /** Whether what does not work has only not begun to. */
  isStarting: boolean;
}

const patience = 2000;

/** Asks every one of the services how it is, all at the same time; no answer within two seconds is an answer too. */
export type Examine = () => Promise<Health>;

/**
 * Makes that for a gateway that starts now: for as many milliseconds, services that have not been seen at work are taken
 * to be starting, too.
 */
export function createExamine(bus: Bus, apps: readonly App[], startsWithin: number): Examine {
  const until = Date.now() + startsWithin;
  const seenAtWork = new Set<App>();

  async function isWell(app: App, deadline: number): Promise<boolean> {
    const call = { requestId: randomUUID(), deadline };
    const answer = bus.request<{ database: boolean }>({ app, model: 'service', verb: 'health' }, {}, call);
    const { database } = await answer.catch(() => ({ database: false }));
    if (database) seenAtWork.add(app);
    return database;
  }

  return async () => {
    const deadline = Date.now() + patience;
    const asked = apps.map((app) => isWell(app, deadline));
    const [connected, ...answers] = await Promise.all([bus.ready().catch(() => false), ...asked]);
    const failing = apps.filter((_, index) => !answers[index]);
    return {
      bus: connected,
      services: Object.fromEntries(apps.map((app, index) => [app, answers[index]!])),
      isStarting: connected && failing.length > 0 && Date.now() < until && !failing.some((app) => seenAtWork.has(app)),
    };
  };
}
