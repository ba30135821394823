import type { App } from '@plumbline/config';
import { type Engine, inTransaction, seedService, systemScope, unitOfWork as workOf } from '@plumbline/engine';
import { begin, isEmpty, lastPosition, type Progress, progressOf, reset, setPositionRead } from '@plumbline/upkeep';
import type { AttachedServices } from '../start/attachedServices';
import { notEmpty } from './readyDatabases';

/** How far each service has come, and what its first start has to tell the operator. */
export interface Beginning {
  reached: ReadonlyMap<App, Progress>;
  notices: string[];
}

/**
 * Makes all services ready to take in a file; throws, before anything is done, when they are in use and may not be
 * emptied.
 */
export async function prepare(
  { services, engines }: AttachedServices,
  source: string,
  mayReset: boolean,
): Promise<Beginning> {
  const { apps } = services;
  const before = new Map<App, Progress | undefined>();
  for (const app of apps) before.set(app, await progressOf(workFor(engines, app), source));
  const finished = apps.every((app) => before.get(app)?.finished);
  const fresh = apps.filter((app) => finished || !before.get(app));
  const used: App[] = [];
  for (const app of fresh) if (!(await isEmpty(workFor(engines, app)))) used.push(app);
  if (used.length > 0 && !mayReset) throw new Error(refusal(finished, used));
  for (const app of used) await inTransaction(workFor(engines, app), reset);
  if (used.length > 0) await agreeOnPositions(engines);
  const notices: string[] = [];
  for (const app of fresh) {
    notices.push(...(await seedService(engines.get(app)!, services.of(app))));
    await inTransaction(workFor(engines, app), (inner) => begin(inner, source));
  }
  const reached = new Map<App, Progress>();
  for (const app of apps) reached.set(app, (await progressOf(workFor(engines, app), source))!);
  return { reached, notices };
}

const workFor = (engines: ReadonlyMap<App, Engine>, app: App) => workOf(engines.get(app)!, systemScope());

const refusal = (finished: boolean, used: App[]): string =>
  finished
    ? 'This file has been restored here already. With --reset everything that has been written since goes, and it is restored again.'
    : notEmpty(used);

/** Nobody waits for change records that were removed with everything else. */
async function agreeOnPositions(engines: ReadonlyMap<App, Engine>): Promise<void> {
  for (const app of engines.keys()) {
    const position = await lastPosition(workFor(engines, app));
    for (const reader of engines.keys()) await setPositionRead(workFor(engines, reader), app, position);
  }
}
