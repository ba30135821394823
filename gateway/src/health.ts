import { randomUUID } from 'node:crypto';
import type { Bus } from '@plumbline/bus';
import type { App } from '@plumbline/config';

/** What works and what does not. */
export interface Health {
  /** Whether messages get through. */
  bus: boolean;
  /** Whether each service answers, reaches its database, which takes its writes, and is reached by requests. */
  services: Record<App, boolean>;
  /** Whether what does not work has only not begun to. */
  isStarting: boolean;
}

const patience = 2000;

/** Asks every one of the services how it is, all at the same time; no answer within two seconds is an answer too. */
export type Examine = () => Promise<Health>;

/** Whether requests reach a service; it has as many milliseconds to answer. */
export type IsReached = (app: App, within: number) => Promise<boolean>;

/** How a gateway's process has begun; one that takes the place of another in the process goes on with it. */
export interface Beginning {
  /** Epoch milliseconds. */
  at: number;
  /** The services that have been seen at work since. */
  seenAtWork: Set<App>;
  /** Requests have been let in: whether one service or another is away no longer counts. */
  isOver: boolean;
}

export const createBeginning = (): Beginning => ({ at: Date.now(), seenAtWork: new Set(), isOver: false });

/** What a service says of its database; releases that do not say whether it takes writes have nothing against it. */
interface ServiceHealth {
  database: boolean;
  writes?: boolean;
}

/** Asks a service how it is, and notes that it was seen at work: what can be read is not kept from anybody because nothing can be written. */
async function isWell(bus: Bus, isReached: IsReached, app: App, { seenAtWork }: Beginning): Promise<boolean> {
  const call = { requestId: randomUUID(), deadline: Date.now() + patience };
  const answer = bus.request<ServiceHealth>({ app, model: 'service', verb: 'health' }, {}, call);
  const [{ database, writes = true }, reached] = await Promise.all([
    answer.catch((): ServiceHealth => ({ database: false })),
    isReached(app, patience),
  ]);
  if (database && reached) seenAtWork.add(app);
  return database && writes && reached;
}

const isConnected = (bus: Bus): Promise<boolean> => bus.ready().catch(() => false);

/**
 * Creates the `Examine` of a gateway: for as many milliseconds from its beginning, services that have not been seen at work are taken to
 * be starting, too.
 */
export function createExamine(
  bus: Bus,
  isReached: IsReached,
  apps: readonly App[],
  beginning: Beginning,
  startsWithin: number,
): Examine {
  return async () => {
    const asked = apps.map((app) => isWell(bus, isReached, app, beginning));
    const [connected, ...answers] = await Promise.all([isConnected(bus), ...asked]);
    const failing = apps.filter((_, index) => !answers[index]);
    const isEarly = Date.now() < beginning.at + startsWithin;
    return {
      bus: connected,
      services: Object.fromEntries(apps.map((app, index) => [app, answers[index]!])),
      isStarting: connected && failing.length > 0 && isEarly && !failing.some((app) => beginning.seenAtWork.has(app)),
    };
  };
}

/**
 * Creates the check whether a gateway can serve requests: it can when messages get through and each of the services has been seen at
 * work once, or has been waited for as many milliseconds. Who is away later costs its own requests alone.
 */
export function createReadiness(
  bus: Bus,
  isReached: IsReached,
  apps: readonly App[],
  beginning: Beginning,
  within: number,
) {
  async function haveBegun(): Promise<boolean> {
    const missing = apps.filter((app) => !beginning.seenAtWork.has(app));
    if (Date.now() >= beginning.at + within) return true;
    await Promise.all(missing.map((app) => isWell(bus, isReached, app, beginning)));
    return missing.every((app) => beginning.seenAtWork.has(app));
  }

  return async (): Promise<boolean> => {
    if (!(await isConnected(bus))) return false;
    beginning.isOver ||= await haveBegun();
    return beginning.isOver;
  };
}
