import { createHash } from 'node:crypto';
import { linesOf } from './dumpFile';
import { type ModelsOfLines, readLine } from './readLine';

/** What a file holds. */
export interface DumpContents {
  /** Tells this file from any other. */
  source: string;
  objects: number;
  /** The labels of the models it is about. */
  labels: Set<string>;
  /** Those of which it tells what clients do not see. */
  told: Set<string>;
  /** Whether it takes objects away. */
  deletes: boolean;
}

/**
 * Looks through a whole file before anything is done with it; throws a `LineError` for the first line that cannot be.
 */
export async function checkDump(
  file: string,
  models: ModelsOfLines,
  progress: (lines: number) => void,
): Promise<DumpContents> {
  const hash = createHash('sha256');
  const found: DumpContents = { source: '', objects: 0, labels: new Set(), told: new Set(), deletes: false };
  for await (const line of linesOf(file)) {
    hash.update(line.text).update('\n');
    const { model, deleted, tellsHidden } = readLine(line, models);
    found.objects += 1;
    found.labels.add(model.label);
    if (tellsHidden) found.told.add(model.label);
    if (deleted) found.deletes = true;
    if (found.objects % 1_000 === 0) progress(found.objects);
  }
  return { ...found, source: hash.digest('hex') };
}
