import type { Bus } from '@plumbline/bus';
import type { App } from '@plumbline/config';
import { askHealth } from '@plumbline/engine';
import { clocksApartAtMost } from '@plumbline/http';
import type { Log } from '@plumbline/log';

/** What works and what does not. */
export interface Health {
  /** Whether messages get through. */
  bus: boolean;
  /** Whether each service answers, reaches its database, which takes its writes, and is reached by requests, which it believes. */
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

/** What services are asked over. */
export interface Asking {
  bus: Bus;
  isReached: IsReached;
  /** Whether a service, whose clock is as many milliseconds ahead of ours, believes what we state. */
  isInTime: (app: App, ahead: number) => boolean;
}

/** Milliseconds apart from which on questions that have little time are late when they come. */
const noticedApart = 2_000;

/** Creates the `isInTime` of a gateway, which logs once of a service whose clock is another, until it is ours again. */
export function createIsInTime(log: Log): Asking['isInTime'] {
  /** Those whose clock is another, and whether they believe what we state all the same. */
  const outOfTime = new Map<App, boolean>();
  return (app, ahead) => {
    const apart = Math.abs(ahead);
    const isInTime = apart <= clocksApartAtMost;
    if (apart <= noticedApart) outOfTime.delete(app);
    else if (outOfTime.get(app) !== isInTime) {
      outOfTime.set(app, isInTime);
      const fields = { app, secondsAhead: Math.round(ahead / 1_000) };
      if (isInTime) log.warn(fields, 'the clock of a service is not ours: what has little time comes too late');
      else log.error(fields, 'the clock of a service is not ours: it refuses requests');
    }
    return isInTime;
  };
}

/** Asks a service how it is, and notes that it was seen at work: what can be read is not kept from anybody because nothing can be written. */
async function isWell({ bus, isReached, isInTime }: Asking, app: App, { seenAtWork }: Beginning): Promise<boolean> {
  const [health, reached] = await Promise.all([askHealth(bus, app, patience), isReached(app, patience)]);
  if (!health?.database || !isInTime(app, health.ahead) || !reached) return false;
  seenAtWork.add(app);
  return health.writes;
}

const isConnected = (bus: Bus): Promise<boolean> => bus.ready().catch(() => false);

/**
 * Creates the `Examine` of a gateway: for as many milliseconds from its beginning, services that have not been seen at work are taken to
 * be starting, too.
 */
export function createExamine(
  asking: Asking,
  apps: readonly App[],
  beginning: Beginning,
  startsWithin: number,
): Examine {
  return async () => {
    const asked = apps.map((app) => isWell(asking, app, beginning));
    const [connected, ...answers] = await Promise.all([isConnected(asking.bus), ...asked]);
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
export function createReadiness(asking: Asking, apps: readonly App[], beginning: Beginning, within: number) {
  async function haveBegun(): Promise<boolean> {
    const missing = apps.filter((app) => !beginning.seenAtWork.has(app));
    if (Date.now() >= beginning.at + within) return true;
    await Promise.all(missing.map((app) => isWell(asking, app, beginning)));
    return missing.every((app) => beginning.seenAtWork.has(app));
  }

  return async (): Promise<boolean> => {
    if (!(await isConnected(asking.bus))) return false;
    beginning.isOver ||= await haveBegun();
    return beginning.isOver;
  };
}
