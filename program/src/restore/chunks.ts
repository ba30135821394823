import type { Seal } from '@plumbline/upkeep';
import { linesOf } from './dumpFile';
import { type Entry, type ModelsOfLines, readLine } from './readLine';

/** Objects that are restored in one transaction. */
const chunkSize = 1_000;
/** Characters of lines that are held at a time. */
const chunkLength = 16 * 1024 * 1024;

/** What a file says, cut so that each part is about one model, and either makes objects or takes them away. */
export async function* chunksOf(file: string, models: ModelsOfLines, seal?: Seal): AsyncGenerator<[Entry, ...Entry[]]> {
  let chunk: Entry[] = [];
  let length = 0;
  for await (const line of linesOf(file)) {
    const entry = readLine(line, models, seal);
    const [first] = chunk;
    const fits = first && first.model === entry.model && first.deleted === entry.deleted;
    if (first && (!fits || chunk.length >= chunkSize || length >= chunkLength)) {
      yield chunk as [Entry, ...Entry[]];
      chunk = [];
      length = 0;
    }
    chunk.push(entry);
    length += line.text.length;
  }
  if (chunk.length > 0) yield chunk as [Entry, ...Entry[]];
}
