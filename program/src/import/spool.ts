import { existsSync } from 'node:fs';
import { type FileHandle, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { refuseFolder, unwritable } from '@plumbline/command';
import type { Place } from './readList';
import type { Shortfall } from './shortfalls';

/** How far a server has been copied. */
export interface CopyState {
  url: string;
  /** What was asked for, in a word for each thing: a copy is one throughout. */
  wanted: string[];
  /** Objects taken so far, by endpoint. */
  taken: Record<string, number>;
  /** Where the reading of lists stands, by endpoint. */
  places: Record<string, Place>;
  /** Endpoints that are done with. */
  done: string[];
  /** What did not come along so far. */
  shortfalls: Shortfall[];
  /** Bytes of the file that these are. */
  bytes: number;
}

/** A file that grows by whole pages: what a crash leaves of a page is cut off when it is opened again. */
export interface Spool {
  state: CopyState;
  /** Writes lines and the state that they lead to. */
  append(lines: string[], next: CopyState): Promise<void>;
  close(): Promise<void>;
}

const stateOf = (file: string): string => `${file}.state`;

/** Whether a copy was begun into this file. */
export const isBegun = (file: string): boolean => existsSync(stateOf(file));

/** Opens the file a server is copied into, where an earlier attempt ended. */
export async function openSpool(file: string, url: string, wanted: string[]): Promise<Spool> {
  let state: CopyState = { url, wanted, taken: {}, places: {}, done: [], shortfalls: [], bytes: 0 };
  if (isBegun(file)) state = JSON.parse(await readFile(stateOf(file), 'utf8'));
  else if (existsSync(file)) {
    await refuseFolder(file);
    throw new Error(`${file} is there already. Name another file, or remove it.`);
  }
  if (state.url !== url)
    throw new Error(`${file} is a copy of ${state.url} that was not finished. Remove it and ${stateOf(file)} first.`);
  if (state.wanted.join() !== wanted.join())
    throw new Error(
      `A copy that was begun ${describe(state.wanted)} is not finished. Give the command as it was, or remove ${file} and ${stateOf(file)} to begin anew.`,
    );
  const refuse = (error: unknown): never => {
    throw unwritable(file, error);
  };
  // Before there is a file, so that one of ours is never taken for somebody else's.
  if (!isBegun(file)) await save(file, state).catch(refuse);
  const handle: FileHandle = await open(file, state.bytes > 0 ? 'r+' : 'w', 0o600).catch(refuse);
  await handle.truncate(state.bytes).catch(refuse);
  const append = async (lines: string[], next: CopyState): Promise<void> => {
    const text = lines.join('');
    const bytes = file.endsWith('.gz') && text !== '' ? gzipSync(text) : Buffer.from(text);
    await handle.write(bytes, 0, bytes.length, state.bytes);
    await handle.datasync();
    state = { ...next, bytes: state.bytes + bytes.length };
    await save(file, state);
  };
  return {
    get state() {
      return state;
    },
    append: (lines, next) => append(lines, next).catch(refuse),
    close: () => handle.close(),
  };
}

async function save(file: string, state: CopyState): Promise<void> {
  await writeFile(`${stateOf(file)}.next`, JSON.stringify(state), { mode: 0o600 });
  await rename(`${stateOf(file)}.next`, stateOf(file));
}

const describe = (wanted: string[]): string =>
  wanted.length === 0 ? 'without options' : `with ${wanted.join(' and ')}`;

/** Forgets how the copy came about: the file is complete. */
export const forgetState = (file: string): Promise<void> => rm(stateOf(file), { force: true });
