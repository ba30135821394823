import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '@plumbline/config';
import { type RestoreOptions, refuseUnlessEmpty, restoreFile } from '../restore';
import { type Comparison, compare } from './compare';
import { type CopyOptions, copyServer } from './copy-server';
import { openSource } from './source';
import { forgetState, isBegun, openSpool } from './spool';

export interface ImportOptions extends RestoreOptions, Pick<CopyOptions, 'withoutChanges' | 'note'> {
  url: string;
  token: string;
  /** Only write this file. */
  to?: string | undefined;
}

export interface Imported {
  objects: number;
  findings: number;
  comparisons: Comparison[];
}

/**
 * Copies a running server of the same contract into an empty one, or into a file; goes on where an earlier attempt
 * ended.
 */
export async function importServer(settings: Settings, options: ImportOptions): Promise<Imported> {
  const { url, token, to } = options;
  const source = openSource(url, token);
  const file = to ?? (await spoolFor(settings, url));
  if (!to && !options.reset && !isBegun(file)) await refuseUnlessEmpty(settings, options.log);
  const spool = await openSpool(file, url);
  try {
    await copyServer(source, file, spool, options);
  } finally {
    await spool.close();
  }
  const objects = Object.values(spool.state.taken).reduce((sum, taken) => sum + taken, 0);
  if (to) {
    await forgetState(file);
    return { objects, findings: 0, comparisons: [] };
  }
  const { findings } = await restoreFile(settings, file, options);
  const comparisons = await compare(settings, source, new Set(Object.keys(spool.state.taken)), options.log);
  await rm(file);
  await forgetState(file);
  return { objects, findings, comparisons };
}

/** Where a server is copied to before it is taken in: the same file each time, so that a second attempt finds it. */
async function spoolFor({ dataDir }: Settings, url: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  return join(dataDir, `import-${createHash('sha256').update(url).digest('hex').slice(0, 12)}.jsonl.gz`);
}
