import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { unwritable } from '@plumbline/command';
import type { Sink } from '../dump/dumpEverything';
import { sinkOf } from '../dump/sinkOf';

/** A file that is written from its beginning; what goes wrong, such as a full disk, is thrown in a sentence. */
export interface TextFile {
  write: Sink;
  /** Resolves when everything written can be read. */
  finish(): Promise<void>;
}

export function openTextFile(path: string): TextFile {
  const stream = createWriteStream(path, { mode: 0o600 });
  const sink = sinkOf(stream);
  const refuse = (error: unknown) => {
    throw unwritable(path, error);
  };
  return {
    write: (text) => sink(text).catch(refuse),
    finish: () => finished(stream.end()).catch(refuse),
  };
}
