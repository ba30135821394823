import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { Shortfall } from './shortfalls';

/** An import that came to its end. */
export interface Finished {
  url: string;
  wanted: string[];
  /** Tells the copy that was taken in from any other. */
  source: string;
  /** When, in ISO. */
  time: string;
  objects: number;
  findings: number;
  endpoints: string[];
  shortfalls: Shortfall[];
}

const recordOf = (file: string): string => `${file}.finished`;

/** What is known of an import that has ended, by the file that it was copied into. */
export async function readFinished(file: string): Promise<Finished | undefined> {
  return existsSync(recordOf(file)) ? JSON.parse(await readFile(recordOf(file), 'utf8')) : undefined;
}

/** Notes that an import has ended. */
export async function writeFinished(file: string, finished: Finished): Promise<void> {
  await writeFile(`${recordOf(file)}.next`, JSON.stringify(finished), { mode: 0o600 });
  await rename(`${recordOf(file)}.next`, recordOf(file));
}

/** Forgets an import that has ended. */
export const forgetFinished = (file: string): Promise<void> => rm(recordOf(file), { force: true });
