import { setTimeout as delay } from 'node:timers/promises';
import type { App } from '@plumbline/config';
import { type Engine, pauseWrites, systemScope, unitOfWork as workOf } from '@plumbline/engine';
import { applicationNames } from '@plumbline/process';
import { workerName } from '@plumbline/service-extras';
import { type Database, DatabaseUnavailable, isAtWork } from '@plumbline/store';
import { completePendingWork, isUpToDateWith, nothingPending, type Snapshot, takeSnapshot } from '@plumbline/upkeep';
import type { AttachedServices } from '../start/attachedServices';

/** Milliseconds in which a moment must be found at which nothing is half done. */
const longestSearch = 60_000;
/** Milliseconds for which writers are kept waiting at most while services finish with one another. */
const longestStandstill = 2_000;

/**
 * Snapshots of all services as they were at one moment. Writers are kept waiting for a few milliseconds: until those
 * under way are done, the services have carried out what they owe one another, and each has its snapshot.
 */
export async function consistentSnapshots(attached: AttachedServices): Promise<ReadonlyMap<App, Snapshot>> {
  for (const began = Date.now(); ; ) {
    const snapshots = await attempt(attached);
    if (snapshots) return snapshots;
    if (Date.now() - began > longestSearch)
      throw new Error(
        'For a minute there was no moment at which nothing was half done. Look into the logs of the services (is one of them not running?) and try again.',
      );
    // Whoever was kept waiting has its turn first.
    await delay(1_000 + 1_000 * Math.random());
  }
}

async function attempt(attached: AttachedServices): Promise<ReadonlyMap<App, Snapshot> | undefined> {
  const { engines } = attached;
  const gates = await Promise.all([...engines.values()].map(shut));
  try {
    if (!gates.every((gate) => gate !== undefined) || !(await untilSettled(attached))) return undefined;
    return await takeAll(engines);
  } finally {
    await Promise.all(gates.map((gate) => gate?.open()));
  }
}

/** All snapshots, or none when one of them cannot be had. */
async function takeAll(engines: ReadonlyMap<App, Engine>): Promise<ReadonlyMap<App, Snapshot>> {
  const results = await Promise.allSettled(
    [...engines].map(async ([app, { database }]) => [app, await takeSnapshot(database)] as const),
  );
  const taken = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failed = results.find((result) => result.status === 'rejected');
  if (!failed) return new Map(taken);
  await Promise.all(taken.map(([, snapshot]) => snapshot.release()));
  throw failed.reason;
}

/** Shuts the gate of a service and answers how to open it; undefined when its writers take too long. */
async function shut({ app, database }: Engine): Promise<{ open(): Promise<void> } | undefined> {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let over: Promise<void> = Promise.resolve();
  try {
    await new Promise<void>((resolve, reject) => {
      over = database.transaction(async (tx) => {
        await pauseWrites(tx, app);
        resolve();
        await opened;
      });
      over.catch(reject);
    });
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return undefined;
    throw error;
  }
  return {
    open: () => {
      open();
      return over;
    },
  };
}

/** Whether in good time no service owes another anything. Services that are not running are done the favour. */
async function untilSettled(attached: AttachedServices): Promise<boolean> {
  for (const began = Date.now(); Date.now() - began < longestStandstill; await delay(5)) {
    const owing = await unsettled(attached);
    if (owing.length === 0) return true;
    for (const app of owing) {
      const engine = attached.engines.get(app)!;
      if (!(await isAtWork(engine.database, applicationNames(app))))
        await completePendingWork(engine, attached.services.of(app));
    }
  }
  return false;
}

async function unsettled({ services, engines }: AttachedServices): Promise<App[]> {
  const settled = await Promise.all(
    [...engines].map(async ([app, engine]) => {
      if (!(await nothingPending(workOf(engine, systemScope())))) return false;
      const read = await Promise.all(
        [...engines.values()].map((writer) => isUpToDateWith(services.of(app), engine, writer)),
      );
      return read.every(Boolean);
    }),
  );
  return [...engines.keys()].filter((_, index) => !settled[index]);
}

/** Whether any process of a service is at work on these databases. */
export async function anyAtWork(databases: ReadonlyMap<App, Database>): Promise<boolean> {
  const found = await Promise.all([...databases].map(([app, database]) => isAtWork(database, applicationNames(app))));
  return found.some(Boolean);
}

/** Throws where Plumbline is at work on these databases, be it a worker alone: it writes down which jobs there are. */
export async function refuseWhileAtWork(databases: ReadonlyMap<App, Database>): Promise<void> {
  const ofWorkers = databases.get('extras');
  if ((await anyAtWork(databases)) || (ofWorkers && (await isAtWork(ofWorkers, [workerName]))))
    throw new Error('Plumbline is running on these databases. Stop it, give this command again, and start it then.');
}
