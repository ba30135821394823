import type { Bus, Unsubscribe } from '@plumbline/bus';
import type { App, Settings } from '@plumbline/config';
import type { VisitedRequest } from '@plumbline/http';
import type { Log } from '@plumbline/log';
import type { Catalog } from '@plumbline/model';
import type { Queue } from '@plumbline/queue';
import type { Database, Replicas } from '@plumbline/store';
import type { Tracing } from '@plumbline/tracing';
import type { NextFunction, Response } from 'express';
import { openApiOf } from './describe';
import { type Engine, inTransaction, type Work } from './engine';
import { startSweepingFiles } from './files/sweeping';
import { everythingKnown } from './known/everythingKnown';
import { startKnowing } from './known/known';
import { startKeepingPartitions } from './partitions/keeping';
import { measureReplicas } from './read/measureReplicas';
import { startCarrier } from './record/carrier';
import { type Follower, startFollower } from './record/follower';
import { followingOf } from './record/followingOf';
import { measureOutbox } from './record/measureOutbox';
import { reachedOf, startPruning } from './record/prune';
import { backgroundWork } from './record/relay';
import { analyseGrownTables } from './record/statistics';
import { foldTallies } from './record/tallies';
import { settleSharedWrites } from './relationships/shared';
import { dropExpiredMarks } from './remove/marks';
import { forgetLostDeletions, resumeDepartures } from './remove/protocol';
import { createDispatcher } from './rest/dispatch';
import type { Question, ServiceDefinition } from './service';
import { followRequest } from './verbs/messages';
import { busHandler } from './verbs/serve';
import { forgetAnswers } from './write/once';

export interface ServiceParts {
  settings: Settings;
  catalog: Catalog;
  database: Database;
  /** The same database over connections of its own, for answers to other services; `database` when absent. */
  answers?: Database;
  /** Copies of the database that may be a little behind. */
  replicas?: Replicas;
  bus: Bus;
  log: Log;
  queue?: Queue;
  tracing?: Tracing | undefined;
}

/** A service at work. */
export interface RunningService {
  engine: Engine;
  /** Answers requests under `/api/<app>/`; the request must carry its `visit`. */
  handle(req: VisitedRequest, res: Response, next: NextFunction): void;
  /** What the first start has to tell the operator, such as made-up credentials. */
  notices: string[];
  ready(): Promise<boolean>;
  /** To be called when requests reach `handle`: whoever asks how the service is has no answer before. */
  open(): void;
  stop(): Promise<void>;
}

/** Milliseconds between looks for deletions that are half done. */
const resumeInterval = 2_000;

/** A service that answers the bus and does nothing of its own accord. */
export interface AttachedService {
  engine: Engine;
  detach(): Promise<void>;
}

/** Lets a service on its migrated database answer the bus: what others ask of it, and nothing else. */
export async function attachService(definition: ServiceDefinition, parts: ServiceParts): Promise<AttachedService> {
  const engine = engineOf(definition, parts);
  return { engine, detach: await serve(engine, definition) };
}

function engineOf({ app, models }: ServiceDefinition, parts: ServiceParts): Engine {
  return {
    app,
    models: new Map(models.map((model) => [model.label as string, model])),
    ...parts,
    answers: parts.answers ?? parts.database,
  };
}

const serve = (
  engine: Engine,
  definition: ServiceDefinition,
  questions: Record<string, Question> = {},
): Promise<Unsubscribe> =>
  engine.bus.serve(
    definition.app,
    busHandler(engine, {
      ...definition.questions,
      ...questions,
      'service.openapi': describing(definition),
      'outbox.reached': reachedOf(definition),
      'service.measures': async (work) => [
        ...(await measureOutbox(work)),
        ...measureReplicas(engine),
        ...((await definition.measures?.(work)) ?? []),
      ],
    }),
  );

/** Answers `follow`: takes in what a service has committed before it answers its client. */
const following =
  (follower: () => Follower | undefined): Question =>
  async (_work, payload) => {
    await follower()?.catchUpWith(followRequest.parse(payload).app as App);
    return null;
  };

/** Starts a service on its migrated database: seeds, answers the bus, follows others. */
export async function startService(definition: ServiceDefinition, parts: ServiceParts): Promise<RunningService> {
  const { database, answers, replicas, bus } = parts;
  const engine = engineOf(definition, parts);
  const notices = await seedService(engine, definition);
  let follower: Follower | undefined;
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const unserve = await serve(engine, definition, {
    'service.follow': following(() => follower),
    'service.health': async () => {
      await opened;
      return { database: await database.ready() };
    },
  });
  const knowing = await startKnowing(engine, everythingKnown);
  const toFollow = followingOf(engine, definition);
  follower = toFollow && (await startFollower(engine, toFollow));
  const carrier = await startCarrier(engine);
  const resume = startResuming(engine, definition);
  const pruning = startPruning(engine, definition);
  const sweeping = startSweepingFiles(engine);
  const background = await Promise.all((definition.background ?? []).map((start) => start(engine)));
  const partitions = startKeepingPartitions(engine, definition);
  return {
    engine,
    handle: createDispatcher(engine, definition, follower),
    notices,
    ready: async () => (await database.ready()) && (await bus.ready()),
    open,
    stop: async () => {
      await unserve();
      await Promise.all(background.map((each) => each.stop()));
      await resume.stop();
      await pruning.stop();
      await sweeping.stop();
      await partitions.stop();
      await carrier.stop();
      await knowing.stop();
      await follower?.stop();
      await replicas?.close();
      await Promise.all([database.close(), answers?.close()]);
    },
  };
}

/** The service's part of the API description; it is asked for seldom and never changes. */
const describing = (definition: ServiceDefinition) => async () => openApiOf(definition);

/** Gives a database what a fresh one must hold; answers what the operator has to be told. */
export async function seedService(engine: Engine, definition: ServiceDefinition): Promise<string[]> {
  if (!definition.seed) return [];
  const result = await inTransaction(backgroundWork(engine), definition.seed);
  return result?.notices ?? [];
}

function startResuming(engine: Engine, definition: ServiceDefinition): { stop(): Promise<void> } {
  let round = Promise.resolve();
  const timer = setInterval(() => {
    round = round
      .then(() => tidy(backgroundWork(engine)))
      .then(() => definition.tidy?.(backgroundWork(engine)))
      .catch((error) => engine.log.warn({ error: String(error) }, 'could not resume deletions'));
  }, resumeInterval);
  return {
    stop: () => {
      clearInterval(timer);
      return round;
    },
  };
}

async function tidy(work: Work): Promise<void> {
  await forgetAnswers(work);
  await foldTallies(work);
  await analyseGrownTables(work);
  await settleSharedWrites(work);
  await dropExpiredMarks(work);
  await resumeDepartures(work);
  await forgetLostDeletions(work);
}
