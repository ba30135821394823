import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '@plumbline/command';
import { makeDataFolder, type Settings } from '@plumbline/config';
import { isRestored, type RestoreOptions, refuseUnlessEmpty, restoreFile } from '../restore';
import { type CompareOptions, type Comparison, compare } from './compare';
import { type CopyOptions, copyServer, skippable } from './copyServer';
import { type Finished, forgetFinished, readFinished, writeFinished } from './finished';
import type { Patience, Waiting } from './requests';
import type { Shortfall } from './shortfalls';
import { openSource, rootOf, type Source } from './source';
import { forgetState, isBegun, openSpool, type Spool } from './spool';

export interface ImportOptions extends RestoreOptions, CopyOptions, Pick<CompareOptions, 'verify'> {
  url: string;
  token: string;
  /** Only write this file. */
  to?: string | undefined;
  /** How long the server is waited for. */
  patience?: Patience;
  waiting?: Waiting;
}

export interface Imported {
  objects: number;
  findings: number;
  comparisons: Comparison[];
  shortfalls: Shortfall[];
  /** Set when everything was here already: since when, in ISO. */
  already?: string;
}

/**
 * Copies a running server of the same contract into an empty one, or into a file; goes on where an earlier attempt
 * ended, and does nothing but compare when one has come to its end.
 */
export async function importServer(settings: Settings, options: ImportOptions): Promise<Imported> {
  const { token, to } = options;
  const unknown = [...(options.skip ?? [])].filter((endpoint) => !skippable().includes(endpoint));
  if (unknown.length > 0)
    throw new UsageError(`There is no ${unknown.join(', ')} to skip. There are: ${skippable().join(', ')}.`);
  const url = rootOf(options.url);
  const source = openSource(url, token, options.patience, options.waiting);
  const file = to ?? (await spoolFor(settings, url));
  if (!to && options.reset && !isBegun(file)) await forgetFinished(file);
  const finished = to ? undefined : await finishedHere(settings, file, options);
  if (finished) return conclude(settings, source, file, finished, options, finished.time);
  if (!to && !options.reset && !isBegun(file)) await refuseUnlessEmpty(settings, options.log);
  const spool = await openSpool(file, url, wordsOf(options));
  try {
    await copyServer(source, file, spool, options);
  } finally {
    await spool.close();
  }
  if (to) {
    await forgetState(file);
    return { objects: copied(spool), findings: 0, comparisons: [], shortfalls: spool.state.shortfalls };
  }
  const { findings, source: of } = await restoreFile(settings, file, { ...options, unlessDone: true });
  const ended: Finished = {
    url,
    wanted: spool.state.wanted,
    source: of,
    time: new Date().toISOString(),
    objects: copied(spool),
    findings,
    endpoints: Object.keys(spool.state.taken),
    shortfalls: spool.state.shortfalls,
  };
  await writeFinished(file, ended);
  return conclude(settings, source, file, ended, options);
}

/** What a copy is to be, in words that tell it from others. */
const wordsOf = ({ withoutChanges, paused, skip }: CopyOptions): string[] => [
  ...(withoutChanges ? ['--without-changes'] : []),
  ...(paused ? ['--paused'] : []),
  ...[...(skip ?? [])].sort().map((endpoint) => `--skip ${endpoint}`),
];

const copied = ({ state }: Spool): number => Object.values(state.taken).reduce((sum, taken) => sum + taken, 0);

/** The import into this database that has ended before; a note of one into another database does not count. */
async function finishedHere(settings: Settings, file: string, { log }: ImportOptions): Promise<Finished | undefined> {
  const finished = await readFinished(file);
  return finished && (await isRestored(settings, finished.source, log)) ? finished : undefined;
}

/** Compares the servers, and clears away what is not needed any more. */
async function conclude(
  settings: Settings,
  source: Source,
  file: string,
  { objects, findings, endpoints, shortfalls, wanted }: Finished,
  options: ImportOptions,
  already?: string,
): Promise<Imported> {
  const paused = wanted.includes('--paused');
  const comparisons = await compare(settings, source, new Set(endpoints), { ...options, paused });
  await rm(file, { force: true });
  await forgetState(file);
  return { objects, findings, comparisons, shortfalls, ...(already && { already }) };
}

/** Where a server is copied to before it is taken in: the same file each time, so that a second attempt finds it. */
async function spoolFor({ dataDir }: Settings, url: string): Promise<string> {
  makeDataFolder(dataDir);
  return join(dataDir, `import-${createHash('sha256').update(url).digest('hex').slice(0, 12)}.jsonl.gz`);
}
