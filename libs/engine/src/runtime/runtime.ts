import type { Bus, Unsubscribe } from '@plumbline/bus';
import type { App, Settings } from '@plumbline/config';
import type { AuthenticatedRequest } from '@plumbline/http';
import type { Log } from '@plumbline/log';
import type { Catalog } from '@plumbline/model';
import type { Queue } from '@plumbline/queue';
import type { Database, Replicas } from '@plumbline/store';
import type { Tracing } from '@plumbline/tracing';
import type { NextFunction, Response } from 'express';
import { finding } from '../bus/find';
import { judging } from '../bus/judge';
import { engineQuestions } from '../bus/questions';
import { serveBus } from '../bus/serve';
import { noteActivity, watchful } from '../core/background/activity';
import { type Chore, dueAmong } from '../core/background/chore';
import { type Repeated, repeatedly } from '../core/background/repeatedly';
import { expiredMarks } from '../core/deletions/marks';
import type { Engine } from '../core/engine';
import type { Registered } from '../core/extensions/extension';
import { choresOf, extensionsOf, register } from '../core/extensions/registered';
import { demandAsker } from '../core/messages/gatewayStatement';
import type { ManifestReply } from '../core/messages/manifestMessages';
import { followRequest } from '../core/messages/messages';
import { type BusHandler, type ServiceDefinition, versionOf } from '../core/service';
import { isHalfRestored } from '../core/tables/isHalfRestored';
import { inTransaction } from '../core/transactions/transaction';
import { backgroundWork } from '../core/unitOfWork';
import { forgottenDeletions, waitingDeletions } from '../delete/protocol';
import { openApiOf } from '../describe';
import { measureOutbox } from '../housekeeping/measureOutbox';
import { measureReplicas } from '../housekeeping/measureReplicas';
import { startKeepingPartitions } from '../housekeeping/partitions/keeping';
import { grownRowCounts } from '../housekeeping/rowCounts';
import { grownTables } from '../housekeeping/statistics';
import { startSweepingFiles } from '../housekeeping/sweeping';
import { forgetForeignRows } from '../plan/foreignRows';
import { unannouncedChanges } from '../record/announce';
import { createRouter } from '../rest/router';
import { type Follower, startFollower } from '../sync/follower';
import { startJetStreamMirror } from '../sync/jetStreamMirror';
import { reachedOf, startPruning } from '../sync/prune';
import { subscriptionOf } from '../sync/subscriptionOf';
import { missedDefinitions, startSyncingDefinitions } from '../sync/syncDefinitions';
import { expiredAnswers } from '../write/idempotency/idempotency';
import { startKnowingNeighbours } from './neighbours';
import { serviceManifestOf, type VersionedManifest } from './serviceManifest';

export interface ServiceParts extends Registered {
  settings: Settings;
  catalog: Catalog;
  database: Database;
  /** The same database over connections of its own, for answers to other services; `database` when absent. */
  answers?: Database;
  /** Copies of the database that may be a little behind. */
  replicas?: Replicas;
  bus: Bus;
  /** What the gateway is told of the service, where that is elsewhere. */
  reachedAt?: () => Pick<ManifestReply, 'application' | 'url'>;
  /** Set where neighbours run in processes of their own: they may be of other versions, and say what they are. */
  apart?: true;
  /** Services that there are and of which nothing is known yet: nothing goes before they have said what refers to it. */
  unknown?: readonly App[];
  log: Log;
  queue?: Queue;
  tracing?: Tracing | undefined;
}

/** A service at work. */
export interface RunningService {
  engine: Engine;
  /** Answers requests under `/api/<app>/`; the request must carry its `gatewayRequest`. */
  handle(req: AuthenticatedRequest, res: Response, next: NextFunction): void;
  /** What the first start has to tell the operator, such as made-up credentials. */
  notices: string[];
  ready(): Promise<boolean>;
  /** To be called when requests reach `handle`: whoever asks how the service is has no answer before. */
  open(): void;
  stop(): Promise<void>;
}

/** How often is looked for deletions that are half done and the like, and where something is due at a time of its own. */
const choreTimes = { interval: 2_000, whenQuiet: 30_000 };
const punctualTimes = { interval: 2_000, whenQuiet: 4_000 };

/** A service that answers the bus and does nothing of its own accord. */
export interface AttachedService {
  engine: Engine;
  detach(): Promise<void>;
}

/** Lets a service on its migrated database answer the bus: what others ask of it, and nothing else. */
export async function attachService(definition: ServiceDefinition, parts: ServiceParts): Promise<AttachedService> {
  const engine = engineOf(definition, parts);
  return { engine, detach: await serve(engine, definition, undefined) };
}

function engineOf(
  definition: ServiceDefinition,
  { extensions, grants, apart: _, reachedAt: _reachedAt, unknown = [], ...parts }: ServiceParts,
): Engine {
  const { app, models } = definition;
  const engine: Engine = {
    app,
    models: new Map(models.map((model) => [model.label as string, model])),
    ...parts,
    version: versionOf(definition),
    unknown: new Set(unknown),
    ...finding,
    kept: new Map(),
    answers: parts.answers ?? parts.database,
  };
  register(engine, { extensions, grants });
  return engine;
}

const serve = (
  engine: Engine,
  definition: ServiceDefinition,
  reachedAt: ServiceParts['reachedAt'],
  busHandlers: Record<string, BusHandler> = {},
): Promise<Unsubscribe> =>
  engine.bus.serve(
    definition.app,
    serveBus(
      engine,
      {
        ...definition.busHandlers,
        ...extensionsOf(engine).busHandlers,
        ...busHandlers,
        'service.manifest': async () => ({ ...manifestOfService(engine, definition), ...reachedAt?.() }),
        'service.openapi': describing(engine, definition),
        'service.validate': judging(definition.validators ?? []),
        'outbox.reached': reachedOf(definition),
        'service.measures': async (work) => [
          ...(await measureOutbox(work)),
          ...measureReplicas(engine),
          ...((await definition.measures?.(work)) ?? []),
        ],
      },
      { ...definition.questions, ...extensionsOf(engine).questions, ...engineQuestions },
    ),
  );

/** Answers `follow`: takes in what a service has committed before it answers its client. */
const following =
  (follower: () => Follower | undefined): BusHandler =>
  async (work, payload) => {
    const { app } = followRequest.parse(payload);
    demandAsker(work, app);
    await follower()?.catchUpWith(app as App);
    return null;
  };

/** What was restored by half looks like a whole; whoever starts it may have taken the command for done. */
async function warnOfHalfRestored({ app, database, log }: Engine): Promise<void> {
  if (!(await isHalfRestored(database))) return;
  log.warn(
    { app },
    'A file was begun to be restored here, and objects of it are missing: stop Plumbline and give the same plumbline restore FILE again, which goes on where it was.',
  );
}

/** Starts a service on its migrated database: seeds, answers the bus, follows others. */
export async function startService(definition: ServiceDefinition, parts: ServiceParts): Promise<RunningService> {
  const { database, answers, replicas, bus } = parts;
  const engine = engineOf(definition, parts);
  const notices = await seedService(engine, definition);
  await warnOfHalfRestored(engine);
  let follower: Follower | undefined;
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const unserve = await serve(engine, definition, parts.reachedAt, {
    'service.follow': following(() => follower),
    'service.health': async () => {
      await opened;
      return { database: await database.ready(), writes: database.takesWrites(), time: Date.now() };
    },
  });
  const neighbours = parts.apart && (await startKnowingNeighbours(engine, opened));
  const knowing = await startSyncingDefinitions(engine, extensionsOf(engine).followed);
  const toFollow = subscriptionOf(engine, definition);
  follower = toFollow && (await startFollower(engine, toFollow));
  const mirror = await startJetStreamMirror(engine);
  const chores = startDoingChores(engine, definition);
  const pruning = startPruning(engine, definition);
  const sweeping = startSweepingFiles(engine);
  const background = await Promise.all((definition.background ?? []).map((start) => start(engine)));
  const partitions = startKeepingPartitions(engine, definition);
  const forgetBus = bus.onFound(() => makeUpFor(engine));
  return {
    engine,
    handle: createRouter(engine, definition, follower),
    notices,
    ready: async () => (await database.ready()) && (await bus.ready()),
    open,
    stop: async () => {
      forgetBus();
      await unserve();
      await Promise.all(background.map((each) => each.stop()));
      await chores.stop();
      await pruning.stop();
      await sweeping.stop();
      await partitions.stop();
      await mirror.stop();
      await knowing.stop();
      await neighbours?.stop();
      await follower?.stop();
      await replicas?.close();
      await Promise.all([database.close(), answers?.close()]);
    },
  };
}

/** Of what was told while the broker was lost nobody here has heard: what is known of others is asked for anew, and it is quiet no more. */
function makeUpFor(engine: Engine): void {
  forgetForeignRows(engine);
  noteActivity(engine);
}

/** What the service is to others, and its version. */
const manifestOfService = (engine: Engine, definition: ServiceDefinition): VersionedManifest => ({
  ...serviceManifestOf(definition, extensionsOf(engine)),
  version: engine.version,
});

/** The service's part of the API description; it is asked for seldom and never changes. */
const describing = (engine: Engine, definition: ServiceDefinition) => async () =>
  openApiOf(definition, extensionsOf(engine));

/** Gives a database what a fresh one must hold; answers what the operator has to be told. */
export async function seedService(engine: Engine, definition: ServiceDefinition): Promise<string[]> {
  if (!definition.seed) return [];
  const result = await inTransaction(backgroundWork(engine), definition.seed);
  return result?.notices ?? [];
}

/**
 * Looks now and then which chores are due, and begins them side by side: one that waits for a service that is away, or fails,
 * keeps none of the others from being done.
 */
function startDoingChores(engine: Engine, definition: ServiceDefinition): Repeated {
  const missed = missedDefinitions(engine, extensionsOf(engine).followed);
  const chores = [...engineChores, ...choresOf(engine, definition), ...missed];
  const times = chores.some(({ punctual }) => punctual) ? punctualTimes : choreTimes;
  const failed = (error: unknown) =>
    engine.log.warn({ error: String(error) }, 'could not see to what was left half done');
  const underWay = new Map<Chore, Promise<void>>();
  const begin = async (chore: Chore): Promise<void> => {
    try {
      await chore.act(backgroundWork(engine));
    } catch (error) {
      failed(error);
    } finally {
      underWay.delete(chore);
    }
  };
  const look = async (): Promise<void> => {
    const idle = chores.filter((chore) => !underWay.has(chore));
    for (const chore of await dueAmong(backgroundWork(engine), idle)) underWay.set(chore, begin(chore));
  };
  const looks = repeatedly(look, { interval: times.interval, mayBegin: watchful(engine, times), failed });
  return {
    stop: async () => {
      await looks.stop();
      await Promise.all(underWay.values());
    },
  };
}

/** What every service looks after; what its extensions and its own definition add comes after it. */
const engineChores: readonly Chore[] = [
  expiredAnswers,
  grownRowCounts,
  grownTables,
  expiredMarks,
  unannouncedChanges,
  waitingDeletions,
  forgottenDeletions,
];
