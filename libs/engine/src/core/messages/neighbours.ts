import { Problem } from '@plumbline/http';
import type { AppFacts, Model } from '@plumbline/model';
import type { Engine, UnitOfWork } from '../engine';
import { perCatalog } from '../kept/perCatalog';
import { perEngine } from '../kept/perEngine';
import { ask } from './ask';
import { type ManifestReply, manifestReply } from './manifestMessages';

/**
 * Whether a version comes before another. While a service is replaced, processes of both answer: what the newer one has is
 * not forgotten for the older one.
 */
export const isOlder = (version: string, other: string): boolean =>
  version.localeCompare(other, 'en', { numeric: true }) < 0;

/** What a service answers when it is asked what it is; undefined where it is of a version that cannot be asked. */
export async function manifestIn(reply: Promise<unknown>): Promise<ManifestReply | undefined> {
  try {
    return manifestReply.parse(await reply);
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return undefined;
    throw error;
  }
}

/** The newest version that each neighbour has told of. */
const newestOf = perEngine(() => new Map<string, string>());

/** Whether a service has told what it is, so that it has not been of a version that cannot be asked all the time. */
export const hasTold = (engine: Engine, app: string): boolean => newestOf(engine).has(app);

/**
 * Asks a service what it is, and has the catalog say so from now on. A service of a version that cannot be asked stays what
 * the code here says of it. Throws when it is away.
 */
export async function learnOf(work: UnitOfWork, app: string): Promise<void> {
  const { engine } = work;
  const manifest = await manifestIn(ask(work, app, 'service', 'manifest', {}));
  engine.unknown.delete(app);
  if (manifest === undefined) return;
  const { version, ...facts } = manifest;
  const newest = newestOf(engine);
  if (isOlder(version, newest.get(app) ?? version)) return;
  newest.set(app, version);
  const before = engine.catalog;
  // Somebody else may have learnt something meanwhile.
  engine.catalog = before.withApp(app, facts as unknown as AppFacts);
  if (engine.catalog !== before) engine.log.info({ of: app, version }, 'a service is not what it was known as');
}

/** Sees to it that every service has said what it is. Throws when one that has not is away. */
export async function knowEverybody(work: UnitOfWork): Promise<void> {
  for (const app of [...work.engine.unknown]) await learnOf(work, app);
}

/** Whether a model is known to refer to another. */
const isKnown = ({ catalog }: Engine, { label }: Model, referrer: string): boolean =>
  catalog.referrers(label).some(({ from }) => from.label === referrer);

/** Who refers to what by none of the relations that deletions ask about, as their services have said. */
const unrelated = perCatalog(() => new Set<string>());

/**
 * Sees to it that what is about to refer to objects here will be asked when they are to go: of a relation that nobody here
 * has heard of, its service has to tell before it is made. Throws when that is away.
 */
export async function knowReferrer(work: UnitOfWork, model: Model, referrer: string): Promise<void> {
  const { engine, scope } = work;
  const pair = `${referrer} ${model.label}`;
  if (scope.asker === undefined || scope.asker === engine.app || isKnown(engine, model, referrer)) return;
  if (unrelated(engine).has(pair)) return;
  await learnOf(work, scope.asker);
  if (!isKnown(engine, model, referrer)) unrelated(engine).add(pair);
}
