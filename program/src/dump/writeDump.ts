import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Settings } from '@plumbline/config';
import { type DumpOptions, dumpEverything, type Sink } from './dumpEverything';

/**
 * Writes a dump into a file, compressed when its name ends in `.gz`, or to standard output. The file appears when it is
 * complete: one of that name that was there before stays until then.
 */
export async function writeDump(settings: Settings, file: string | undefined, options: DumpOptions): Promise<number> {
  if (file === undefined) return dumpEverything(settings, sinkOf(process.stdout), options);
  const draft = `${file}.${process.pid}.part`;
  try {
    const target = createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true });
    const entry: Writable = file.endsWith('.gz') ? createGzip() : target;
    if (entry !== target) (entry as ReturnType<typeof createGzip>).pipe(target);
    const total = await dumpEverything(settings, sinkOf(entry), options);
    entry.end();
    await finished(target);
    await rename(draft, file);
    return total;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Hands text to a stream no faster than it is taken; throws what goes wrong with the stream. */
function sinkOf(stream: Writable): Sink {
  let failure: unknown;
  stream.on('error', (error) => {
    failure = error;
  });
  return async (text) => {
    if (failure) throw failure;
    if (!stream.write(text)) await once(stream, 'drain');
  };
}
