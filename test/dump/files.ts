import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Settings } from '@plumbline/config';
import { createLog } from '@plumbline/log';
import { testSettings } from '@plumbline/testkit';
import { writeDump } from '../../program/src/dump';
import { type Restored, restoreFile } from '../../program/src/restore';

const log = createLog({ name: 'test', level: 'silent' });

/** A folder for the files of a suite. */
export function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-dumps-'));
  return {
    at: (name: string) => join(folder, name),
    write: (name: string, lines: unknown[]): string => {
      const file = join(folder, name);
      writeFileSync(file, lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
      return file;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A database by its address, or with whatever else it takes to reach it. */
type Reached = string | Partial<Settings>;

const settingsFor = (database: Reached): Settings =>
  testSettings(typeof database === 'string' ? { databaseUrl: database } : database);

/** Dumps a database into a file. */
export const dumpInto = (
  database: Reached,
  file: string,
  options: { withoutChanges?: boolean; halfRestored?: boolean } = {},
) => writeDump(settingsFor(database), file, { ...options, log });

/** What a restore came to, and what it said. */
export type Told = Restored & { found: string[]; notices: string[] };

/** Restores a file into a database. */
export async function restoreFrom(database: Reached, file: string, reset = false): Promise<Told> {
  const found: string[] = [];
  const notices: string[] = [];
  const restored = await restoreFile(settingsFor(database), file, {
    reset,
    log,
    progress: () => {},
    found: (text) => found.push(text),
    notice: (text) => notices.push(text),
  });
  return { ...restored, found, notices };
}

export const linesOf = (file: string): string[] => readFileSync(file, 'utf8').trimEnd().split('\n');
