import type { App } from '@plumbline/config';
import {
  type Engine,
  inTransaction,
  type ServiceDefinition,
  systemScope,
  unitOfWork as workOf,
} from '@plumbline/engine';
import { registered } from '@plumbline/extensions';
import type { Model } from '@plumbline/model';
import { auditsOf, completePendingWork, type Defaults, dropDefaults, finish, rebuildDerived } from '@plumbline/upkeep';
import { allModels } from '../dump/dumpEverything';
import type { AttachedServices } from '../start/attachedServices';
import type { Services } from '../start/services';
import type { DumpContents } from './checkDump';

interface Reporting {
  found: (text: string) => void;
  progress: (part: string, done: number) => void;
}

const aDay = 24 * 60 * 60 * 1000;

/** Takes away what a fresh database was given and the file does not have. */
export async function dropLeftDefaults(
  { services, engines }: AttachedServices,
  surveyed: DumpContents,
  defaults: ReadonlyMap<App, Defaults>,
): Promise<void> {
  for (const model of allModels(services).reverse()) {
    const app = model.app;
    if (!surveyed.labels.has(model.label) || mustStay(model, surveyed)) continue;
    await inTransaction(workOf(engines.get(app)!, systemScope()), (inner) =>
      dropDefaults(inner, model, defaults.get(app)!),
    );
  }
}

/** A file that tells no secrets brings nobody who could sign in: whoever can, stays. */
const mustStay = (model: Model, { told }: DumpContents): boolean => !told.has(model.label) && hasSecrets(model);

const hasSecrets = (model: Model): boolean =>
  Object.values(model.fields).some(({ options }) => options.withheldValue !== undefined);

/** Whether those whom a file brings can sign in as they could before. */
export const bringsSecrets = (services: Services, surveyed: DumpContents): boolean =>
  allModels(services)
    .filter(hasSecrets)
    .every((model) => !mustStay(model, surveyed));

/** Works out what follows from the objects, looks everything over, and notes that the file is restored. */
export async function finishRestore(
  { services, engines }: AttachedServices,
  surveyed: DumpContents,
  reporting: Reporting,
): Promise<void> {
  for (const engine of engines.values()) await rebuildDerived(engine);
  for (const [app, engine] of engines) await auditService(engine, services.of(app), surveyed, reporting);
  for (const [app, engine] of engines) await completePendingWork(engine, services.of(app));
  for (const engine of engines.values())
    await inTransaction(workOf(engine, systemScope()), (inner) => finish(inner, surveyed.source));
}

/**
 * What follows from other things is mended; what clients wrote is left as the file has it, unless the file takes things
 * away.
 */
async function auditService(
  engine: Engine,
  definition: ServiceDefinition,
  { deletes }: DumpContents,
  { found, progress }: Reporting,
): Promise<void> {
  let looked = 0;
  for (const audit of auditsOf(definition, registered.extensions))
    await audit.run(workOf(engine, systemScope(aDay)), {
      repair: deletes || !audit.takesAway,
      found: (text, mended) => {
        if (!mended) found(text);
      },
      looked: (rows) => {
        looked += rows;
        progress(`looking ${engine.app} over`, looked);
      },
    });
}
