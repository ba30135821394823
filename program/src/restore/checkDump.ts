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
 * Looks through a whole file before anything is done with it; throws a `LineError` for the first line that cannot be, and
 * when it is not whole.
 */
export async function checkDump(
  file: string,
  models: ModelsOfLines,
  progress: (lines: number) => void,
): Promise<DumpContents> {
  const hash = createHash('sha256');
  const found: DumpContents = { source: '', objects: 0, labels: new Set(), told: new Set(), deletes: false };
  let last = 0;
  let isOpen = false;
  for await (const line of linesOf(file)) {
    hash.update(line.text).update('\n');
    const { model, deleted, tellsHidden, mark } = readLine(line, models);
    last = line.number;
    if (mark) isOpen = mark === 'begins';
    found.objects += 1;
    found.labels.add(model.label);
    if (tellsHidden) found.told.add(model.label);
    if (deleted) found.deletes = true;
    if (found.objects % 1_000 === 0) progress(found.objects);
  }
  if (isOpen)
    throw new Error(
      `${file} is cut off after line ${last}: the line with "dump": "ends" is not there. Nothing was changed. Take a whole dump; to restore what is left of this one, take "dump": "begins" out of its first line.`,
    );
  return { ...found, source: hash.digest('hex') };
}
