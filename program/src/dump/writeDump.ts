import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline, type Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { notWritten, refuseFolder } from '@plumbline/command';
import type { Settings } from '@plumbline/config';
import { type DumpOptions, dumpEverything } from './dumpEverything';
import { sinkOf } from './sinkOf';

/**
 * Writes a dump into a file, compressed when its name ends in `.gz`, or to standard output. The file appears when it is
 * complete: one of that name that was there before stays until then.
 */
export async function writeDump(settings: Settings, file: string | undefined, options: DumpOptions): Promise<number> {
  if (file === undefined) return dumpEverything(settings, sinkOf(process.stdout), options);
  await refuseFolder(file);
  await removeLeftovers(file);
  // In a container every process may have the same number, also that of one which was killed.
  const draft = `${file}.${randomUUID()}${draftEnding}`;
  const over = whenInterrupted(() => rmSync(draft, { force: true }));
  let target: Writable | undefined;
  try {
    target = await opened(draft, file);
    const entry = file.endsWith('.gz') ? packedInto(target) : target;
    const total = await dumpEverything(settings, sinkOf(entry), options);
    entry.end();
    await finished(target);
    await rename(draft, file);
    return total;
  } catch (error) {
    await rm(draft, { force: true });
    // A full disk, for example.
    throw error === target?.errored ? notWritten(file, error) : error;
  } finally {
    over();
  }
}

const draftEnding = '.part';
/** Milliseconds after which a draft that nobody has written to is nobody's any more. */
const abandonedAfter = 60 * 60 * 1000;

/** Removes what dumps into this file that were killed have left, each of which may be as large as a dump. */
async function removeLeftovers(file: string): Promise<void> {
  const folder = dirname(file);
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    if (isDraftOf(basename(file), name) && (await isAbandoned(path))) await rm(path, { force: true });
  }
}

const isDraftOf = (file: string, name: string): boolean =>
  name.startsWith(`${file}.`) &&
  name.endsWith(draftEnding) &&
  /^[\da-f-]+$/.test(name.slice(file.length + 1, -draftEnding.length));

async function isAbandoned(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true && Date.now() - found.mtimeMs > abandonedAfter;
}

const interruptions = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Does something before the process ends of an interruption, as it would have otherwise; until what is answered is called. */
function whenInterrupted(act: () => void): () => void {
  const hear = (signal: NodeJS.Signals) => {
    over();
    act();
    process.kill(process.pid, signal);
  };
  const over = () => {
    for (const signal of interruptions) process.off(signal, hear);
  };
  for (const signal of interruptions) process.on(signal, hear);
  return over;
}

/** Packs what it is handed; what goes wrong with the target is told of this stream. */
function packedInto(target: Writable): Writable {
  const packing = createGzip();
  pipeline(packing, target, () => undefined);
  return packing;
}

/** A new file to write into; says which could not be made, before anybody has gone to any length for it. */
async function opened(draft: string, file: string): Promise<Writable> {
  const stream = createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true });
  try {
    await once(stream, 'open');
    return stream;
  } catch (error) {
    throw notWritten(file, error);
  }
}
