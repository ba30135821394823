import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Settings } from '@plumbline/config';
import { inspectFile, type JobDescription } from '@plumbline/jobs';
import type { Log } from '@plumbline/log';
import type { Database } from '@plumbline/store';
import { builtinJobs } from '../jobs/builtin';
import { descriptionProblem } from '../jobs/checkDescription';
import { type FoundJob, installJobs, jobKey, putBackJobs } from '../jobs/installJobs';
import { appFiles } from './appFiles';
import { findFiles, type JobFile } from './findFiles';
import { repositoriesFolder, repositoryFiles } from './repositories';

export interface Discovery {
  /** Looks once; later looks only load what has changed. */
  look(): Promise<void>;
}

const longestModuleName = 100;

/** Milliseconds after which a file that could not be read is tried again; twice as long each time after. */
const tryAgain = { first: 10_000, longest: 60 * 60_000 };

/** Milliseconds for which what the database says of repositories is taken to be so; files are looked at each time. */
const askAgain = 10_000;
/** Milliseconds after which all is told again: another worker, of another version, may have told otherwise meanwhile, and gone. */
const tellAllAgain = 10 * 60_000;

/** What files of jobs have, as far as it is known. */
interface InspectedFile {
  version: string;
  jobs: JobDescription[];
  failure?: Failure | undefined;
}

/** Why jobs could not be read from a file: often the file, but perhaps a busy machine, or something beside it that was missing. */
interface Failure {
  message: string;
  /** Epoch milliseconds at which it is tried again, and milliseconds after which the time after that. */
  againAt: number;
  after: number;
}

/** Finds out which jobs there are in the folder, the packages, the apps and the repositories, and sees that everybody knows. */
export function createDiscovery(
  database: Database,
  { jobs: settings, dataDir, loadedApps }: Settings,
  log: Log,
): Discovery {
  const known = new Map<string, InspectedFile>();
  /** What everybody was last told of; after a while it is seen whether they still know. */
  let told: string | undefined;
  let toldAt = 0;
  let inRepositories: JobFile[] = [];
  let asked = 0;

  const tellOfLimit = firstTimeOnly((folder) =>
    log.warn({ folder }, 'of this folder not all files are looked at for jobs'),
  );
  const tellOfMissing = firstTimeOnly((folder) =>
    log.warn({ folder }, 'the folder of PLUMBLINE_JOBS is not there: it has no jobs'),
  );
  const tellOfNamesake = firstTimeOnly((job) =>
    log.warn({ job }, 'a job was left out: another file has one of the same name'),
  );
  const tellOfPackage = firstTimeOnly((name) => log.warn({ package: name }, 'this package of jobs is not installed'));
  // The one in the data folder is there when somebody has made it.
  const isNamed = settings.folder !== join(dataDir, 'jobs');

  async function look(): Promise<void> {
    if (isNamed && !existsSync(settings.folder)) tellOfMissing(settings.folder);
    const inFolder = await findFiles(settings.folder, tellOfLimit);
    const packages = settings.packages.flatMap((name) => packageFile(name, settings.folder, tellOfPackage));
    const isTimeToAsk = Date.now() - asked >= askAgain;
    if (isTimeToAsk) {
      inRepositories = await repositoryFiles(database, repositoriesFolder(dataDir), tellOfLimit);
      asked = Date.now();
    }
    const found: FoundJob[] = [];
    const seen = new Set<string>();
    const keys = new Set(builtinJobs.map(jobKey));
    for (const [kind, files] of [
      ['folder', inFolder],
      ['package', packages],
      ['app', await appFiles(loadedApps, log, tellOfLimit)],
      ['git', inRepositories],
    ] as const)
      for (const file of files) {
        seen.add(file.file);
        for (const description of await jobsOf(file)) {
          const { exportName } = description;
          const job = { moduleName: file.moduleName, description, origin: { kind, path: file.path, exportName } };
          const key = jobKey(job);
          if (keys.has(key)) tellOfNamesake(`${file.file} ${exportName}`);
          else found.push(job);
          keys.add(key);
        }
      }
    for (const file of known.keys()) if (!seen.has(file)) known.delete(file);
    const state = JSON.stringify(found);
    const isNews = state !== told;
    if (isNews || Date.now() - toldAt >= tellAllAgain) {
      // Said anew, it takes away none that another worker finds.
      await database.transaction((tx) => installJobs(tx, isNews ? ['folder', 'package', 'app', 'git'] : [], found));
      if (isNews) log.info({ jobs: found.length }, 'jobs found');
      told = state;
      toldAt = Date.now();
    } else if (isTimeToAsk) await database.transaction((tx) => putBackJobs(tx, found));
  }

  /** A file that cannot be loaded has none; what is wrong with it is logged once. */
  async function jobsOf({ file, moduleName, version }: JobFile): Promise<JobDescription[]> {
    const before = known.get(file)?.version === version ? known.get(file) : undefined;
    if (before && !(before.failure && Date.now() >= before.failure.againAt)) return before.jobs;
    let jobs: JobDescription[] = [];
    let failure: Failure | undefined;
    if (moduleName.length > longestModuleName) log.warn({ file }, 'the path of this file is too long for jobs');
    else
      try {
        jobs = (await inspectFile({ file, moduleName }, settings.memory)).filter((job) => isFit(job, file));
      } catch (error) {
        failure = failureAfter(before?.failure, error instanceof Error ? error.message : String(error));
        if (failure.message !== before?.failure?.message)
          log.warn({ file, error: failure.message }, 'no jobs could be read from a file');
      }
    known.set(file, { version, jobs, failure });
    return jobs;
  }

  /** A job of which something is said that nobody could keep is left out, and the others of its file are not. */
  function isFit(job: JobDescription, file: string): boolean {
    const problem = descriptionProblem(job);
    if (problem !== undefined) log.warn({ file, job: job.exportName, problem }, 'a job was left out');
    return problem === undefined;
  }

  return { look };
}

function failureAfter(before: Failure | undefined, message: string): Failure {
  const after = before?.after ?? tryAgain.first;
  return { message, againAt: Date.now() + after, after: Math.min(2 * after, tryAgain.longest) };
}

/** Tells of each folder or package once, however often it is looked at. */
function firstTimeOnly(tell: (what: string) => void): (what: string) => void {
  const told = new Set<string>();
  return (what) => {
    if (told.has(what)) return;
    told.add(what);
    tell(what);
  };
}

/** The file a package begins with; packages do not change while a worker runs. */
function packageFile(name: string, folder: string, tellOfMissing: (name: string) => void): JobFile[] {
  const file = resolvePackage(name, folder);
  if (file !== undefined) return [{ moduleName: name, path: name, file, version: '' }];
  tellOfMissing(name);
  return [];
}

/** Packages are looked for beside the folder of jobs, and where the program was started. */
export function resolvePackage(name: string, folder: string): string | undefined {
  for (const from of [folder, process.cwd()])
    try {
      return createRequire(join(from, 'jobs.js')).resolve(name);
    } catch {}
  return undefined;
}
