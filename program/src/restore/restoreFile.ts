import type { App, Settings } from '@plumbline/config';
import { type Engine, inTransaction, seal, systemScope, unitOfWork as workOf } from '@plumbline/engine';
import type { Log } from '@plumbline/log';
import { pendingMigrations } from '@plumbline/process';
import { analyseTables, type Defaults, lateFields, linkRows, progressOf, reach, type Seal } from '@plumbline/upkeep';
import { allModels } from '../dump/dumpEverything';
import { attachServices } from '../start/attachedServices';
import { allServicesOf } from '../start/services';
import type { Databases } from '../start/withDatabases';
import { checkDump, type DumpContents } from './checkDump';
import { chunksOf } from './chunks';
import { bringsSecrets, dropLeftDefaults, finishRestore } from './conclude';
import { type Beginning, prepare } from './prepare';
import { putChunk, removeChunk } from './putChunk';
import { type Entry, type ModelsOfLines, modelsOfLines } from './readLine';
import { withIdleDatabases, withRoles } from './readyDatabases';

export interface RestoreOptions {
  /** Empty the server first, whatever there is. */
  reset?: boolean;
  /** Do nothing when this very file is restored here already, in place of complaining. */
  unlessDone?: boolean;
  log: Log;
  /** Hears how far it has come. */
  progress: (part: string, done: number, total?: number) => void;
  /** Hears what is not as it should be. */
  found: (text: string) => void;
  /** Hears what the operator has to be told, such as made-up credentials. */
  notice: (text: string) => void;
}

export interface Restored {
  /** Lines of the file. */
  objects: number;
  /** Tells this file from any other. */
  source: string;
  /** How many things are left that are not as they should be. */
  findings: number;
}

/**
 * Restores a file into an empty server, or goes on where an attempt with the same file was cut off. Ids and times are
 * kept; what follows from other things is worked out anew. Plumbline must not be running.
 */
export async function restoreFile(settings: Settings, file: string, options: RestoreOptions): Promise<Restored> {
  const { log, progress } = options;
  const models = modelsOfLines(allModels(allServicesOf(settings)));
  const surveyed = await checkDump(file, models, (lines) => progress('looking through the file', lines));
  progress('looking through the file', surveyed.objects);
  return withIdleDatabases(settings, log, (databases) =>
    restoreInto(settings, databases, { file, models, surveyed }, options),
  );
}

async function restoreInto(
  settings: Settings,
  databases: Databases,
  dump: Dump,
  options: RestoreOptions,
): Promise<Restored> {
  let findings = 0;
  const found = (text: string) => {
    findings += 1;
    options.found(text);
  };
  const { surveyed } = dump;
  // A backup that failed; with --reset it would be an empty server.
  if (surveyed.objects === 0) throw new Error(`${dump.file} has no line in it. Nothing was changed.`);
  const writers = await attachServices(settings, databases, options.log);
  try {
    if (options.unlessDone && (await isDone(writers.engines, surveyed.source)))
      return { objects: surveyed.objects, source: surveyed.source, findings };
    const beginning = await prepare(writers, surveyed.source, options.reset === true);
    if (!bringsSecrets(writers.services, surveyed)) beginning.notices.forEach(options.notice);
    const task: Task = {
      ...dump,
      engines: writers.engines,
      sealing: (text) => seal(text, settings.secretKey),
      progress: options.progress,
    };
    const defaults = await putEverything(task, beginning);
    await linkEverything(task, beginning, found);
    await dropLeftDefaults(writers, surveyed, defaults);
  } finally {
    await writers.detach();
  }
  // Anew, because what services remember of one another's objects was not told of these.
  const readers = await attachServices(settings, databases, options.log);
  try {
    await finishRestore(readers, surveyed, { found, progress: options.progress });
  } finally {
    await readers.detach();
  }
  return { objects: surveyed.objects, source: surveyed.source, findings };
}

/** Whether a file, told from others by its `source`, is restored into this server, whoever else works on it. */
export const isRestored = (settings: Settings, source: string, log: Log): Promise<boolean> =>
  withRoles(settings, 'restore', log, async (databases) => {
    for (const [app, database] of databases)
      if ((await pendingMigrations(allServicesOf(settings).of(app), database)).length > 0) return false;
    const { engines, detach } = await attachServices(settings, databases, log);
    try {
      return await isDone(engines, source);
    } finally {
      await detach();
    }
  });

async function isDone(engines: ReadonlyMap<App, Engine>, source: string): Promise<boolean> {
  for (const engine of engines.values())
    if (!(await progressOf(workOf(engine, systemScope()), source))?.finished) return false;
  return true;
}

/** A file that is to be restored. */
interface Dump {
  file: string;
  models: ModelsOfLines;
  surveyed: DumpContents;
}

interface Task extends Dump {
  engines: ReadonlyMap<App, Engine>;
  sealing: Seal;
  progress: RestoreOptions['progress'];
}

/** Chunks between looks at how tables have grown. */
const chunksBetweenLooks = 10;

/** Puts every object in its place; answers the defaults that are left. */
async function putEverything(
  { file, models, surveyed, engines, sealing, progress }: Task,
  { reached }: Beginning,
): Promise<Map<App, Defaults>> {
  const defaults = new Map([...reached].map(([app, { defaults: left }]) => [app, left]));
  let done = 0;
  let chunks = 0;
  for await (const chunk of chunksOf(file, models, sealing)) {
    const [{ model, deleted }] = chunk;
    const app = model.app;
    const engine = engines.get(app)!;
    const target = { engine, source: surveyed.source };
    if (chunk.at(-1)!.line > reached.get(app)!.rowsReached) {
      if (deleted) await removeChunk(target, chunk);
      else defaults.set(app, await putChunk(target, chunk, defaults.get(app)!));
      chunks += 1;
      if (chunks % chunksBetweenLooks === 0) await analyseTables(engine);
    }
    done += chunk.length;
    progress('objects', done, surveyed.objects);
  }
  for (const engine of engines.values()) await analyseTables(engine);
  return defaults;
}

/** Fills the relations that were left empty because they lead to objects that came later. */
async function linkEverything(
  { file, models, surveyed, engines, progress }: Task,
  { reached }: Beginning,
  found: (text: string) => void,
): Promise<void> {
  const incomplete = await incompleteModels(engines, surveyed.source);
  if (incomplete.size === 0) return;
  let done = 0;
  for await (const chunk of chunksOf(file, models)) {
    const [{ model, deleted }] = chunk;
    const app = model.app;
    const engine = engines.get(app)!;
    const names = lateFields(engine, model);
    const last = chunk.at(-1)!.line;
    if (!deleted && incomplete.has(model.label) && last > reached.get(app)!.linksReached) {
      const dangling = await inTransaction(workOf(engine, systemScope()), async (inner) => {
        const left = await linkRows(
          inner,
          model,
          chunk.map(({ row }) => row),
          names,
        );
        await reach(inner, surveyed.source, { links: last });
        return left;
      });
      if (!surveyed.deletes)
        for (const { id, field, target } of dangling)
          found(
            `Line ${lineOf(chunk, id)}: ${model.label} ${id}: its ${field} is ${target}, which is not in the file; it was left empty.`,
          );
    }
    done += chunk.length;
    progress('relations between them', done, surveyed.objects);
  }
}

/** The models of which some objects wait for what they refer to. */
async function incompleteModels(engines: ReadonlyMap<App, Engine>, source: string): Promise<Set<string>> {
  const labels = await Promise.all(
    [...engines.values()].map(async (engine) => {
      const progress = await progressOf(workOf(engine, systemScope()), source);
      return progress?.incomplete ?? [];
    }),
  );
  return new Set(labels.flat());
}

const lineOf = (chunk: Entry[], id: unknown): number => chunk.findLast(({ row }) => row.id === id)!.line;
