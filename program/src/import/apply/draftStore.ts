import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '@plumbline/config';
import { linesOf } from '../../restore/dumpFile';
import { openTextFile, type TextFile } from '../textFile';
import { type Draft, referencesOf } from './draft';

/** That objects of one endpoint refer to those of another in a field, and whether they cannot be without. */
export interface Edge {
  from: string;
  field: string;
  to: string;
  required: boolean;
}

/** Objects as they are to be here, by endpoint, in files: there may be hundreds of thousands. */
export interface DraftStore {
  add(draft: Draft): Promise<void>;
  /** Whether there is an object of this key. */
  has(key: string): boolean;
  /** The endpoints there are objects for. */
  endpoints(): string[];
  /** The endpoints whose objects have files put on them. */
  endpointsWithFiles(): string[];
  count(endpoint: string): number;
  of(endpoint: string): AsyncGenerator<Draft>;
  /** Who refers to whom, as far as both are among these. */
  edges(): Edge[];
  /** Resolves when everything added can be read. */
  finish(): Promise<void>;
  remove(): Promise<void>;
}

/** What a key names the kind of: `dcim.device` of `dcim.device:17`. */
const kindOf = (key: string): string => key.slice(0, key.indexOf(':'));

/** Keeps objects in a folder of its own, which is emptied first. */
export async function openDraftStore(folder: string): Promise<DraftStore> {
  await rm(folder, { recursive: true, force: true });
  makeFolder(folder, 0o700);
  const files = new Map<string, { text: TextFile; count: number }>();
  const endpointOfKind = new Map<string, string>();
  const references = new Map<string, { from: string; field: string; kind: string; required: boolean }>();
  const withFiles = new Set<string>();
  const keys = new Set<string>();
  const pathOf = (endpoint: string) => join(folder, `${endpoint.replace('/', '.')}.jsonl`);
  const fileFor = (endpoint: string) => {
    const known = files.get(endpoint);
    if (known) return known;
    const file = { text: openTextFile(pathOf(endpoint)), count: 0 };
    files.set(endpoint, file);
    return file;
  };
  return {
    add: async (draft) => {
      const { endpoint, key, body, once } = draft;
      keys.add(key);
      if (draft.files) withFiles.add(endpoint);
      endpointOfKind.set(kindOf(key), endpoint);
      for (const said of [body, once ?? {}])
        for (const [field, reference] of referencesOf(said)) {
          const kind = kindOf(reference.$ref);
          const name = `${endpoint} ${field} ${kind}`;
          const required = reference.required ?? references.get(name)?.required ?? false;
          references.set(name, { from: endpoint, field, kind, required });
        }
      const file = fileFor(endpoint);
      file.count += 1;
      await file.text.write(`${JSON.stringify(draft)}\n`);
    },
    has: (key) => keys.has(key),
    endpoints: () => [...files.keys()],
    endpointsWithFiles: () => [...withFiles],
    count: (endpoint) => files.get(endpoint)?.count ?? 0,
    of: async function* (endpoint) {
      if (!files.has(endpoint)) return;
      for await (const { text } of linesOf(pathOf(endpoint))) yield JSON.parse(text) as Draft;
    },
    edges: () =>
      [...references.values()].flatMap(({ from, field, kind, required }): Edge[] => {
        const to = endpointOfKind.get(kind);
        return to === undefined ? [] : [{ from, field, to, required }];
      }),
    finish: async () => {
      for (const { text } of files.values()) await text.finish();
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
