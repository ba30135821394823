import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { Sink } from './dumpEverything';

/** Hands text to a stream no faster than it is taken; throws what goes wrong with the stream. */
export function sinkOf(stream: Writable): Sink {
  let failure: unknown;
  stream.on('error', (error) => {
    failure = error;
  });
  return async (text) => {
    if (failure) throw failure;
    if (!stream.write(text)) await once(stream, 'drain');
  };
}
