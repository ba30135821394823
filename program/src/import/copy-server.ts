import { endpointOf, isToldInFull, readRow, Unreadable } from '@plumbline/engine';
import { SentFile } from '@plumbline/http';
import { type Model, type Row, toKeep } from '@plumbline/model';
import { allModels, changeLog } from '../dump/dump-everything';
import { linksTold } from './links-told';
import type { Source } from './source';
import type { Spool } from './spool';

export interface CopyOptions {
  /** Leave the change log out. */
  withoutChanges?: boolean;
  progress: (part: string, done: number) => void;
  /** Hears what was passed over. */
  note: (text: string) => void;
}

/**
 * The models whose objects a server can be asked for one by one; what it numbers itself is the same everywhere, or
 * means nothing here.
 */
export const copiedModels = (): Model[] =>
  allModels().filter((model) => model.endpoint && isToldInFull(model) && !isNumbered(model));

const isNumbered = ({ keyType, methods }: Model): boolean =>
  keyType === 'int' && methods.every((method) => method === 'GET');

/** Copies all that a server tells into a file, from where an earlier attempt ended. */
export async function copyServer(source: Source, file: string, spool: Spool, options: CopyOptions): Promise<void> {
  const copied = new Set(copiedModels());
  for (const model of allModels()) {
    const endpoint = endpointOf(model);
    if (spool.state.done.includes(endpoint)) continue;
    if (model.label === changeLog && options.withoutChanges) continue;
    if (copied.has(model)) await copyEndpoint(source, spool, model, options);
    else if (!model.endpoint) await finish(spool, endpoint, await linksTold(file, model));
    else if (!isNumbered(model))
      options.note(`${endpoint} is passed over: a server does not tell all that belongs to it.`);
  }
}

async function copyEndpoint(
  source: Source,
  spool: Spool,
  model: Model,
  { progress, note }: CopyOptions,
): Promise<void> {
  const endpoint = endpointOf(model);
  for (let more = true; more; ) {
    const taken = spool.state.taken[endpoint] ?? 0;
    const page = await source.page(endpoint, taken);
    if (!page) note(`${endpoint} is passed over: the server does not have it.`);
    const objects = page?.objects ?? [];
    more = page?.more === true;
    const lines: string[] = [];
    for (const object of objects) {
      const line = { endpoint, object, ...(await filesOf(source, model, object)) };
      if (isReadable(model, line, note)) lines.push(lineOf(line));
    }
    const { done } = spool.state;
    await spool.append(lines, {
      taken: { ...spool.state.taken, [endpoint]: taken + objects.length },
      done: more ? done : [...done, endpoint],
    });
    progress(endpoint, taken + objects.length);
  }
}

const finish = (spool: Spool, endpoint: string, objects: Row[]): Promise<void> =>
  spool.append(
    objects.map((object) => lineOf({ endpoint, object })),
    { taken: { ...spool.state.taken, [endpoint]: objects.length }, done: [...spool.state.done, endpoint] },
  );

/** What a line says. */
interface Said {
  endpoint: string;
  object: Row;
  hidden?: Row;
  files?: Record<string, string>;
}

const lineOf = (line: Said): string => `${JSON.stringify(line)}\n`;

/** The files that an object names by their addresses, and how its columns refer to them. */
async function filesOf(source: Source, model: Model, object: Row): Promise<Pick<Said, 'hidden' | 'files'>> {
  const hidden: Row = {};
  const files: Record<string, string> = {};
  for (const [name, field] of Object.entries(model.fields)) {
    const address = field.isFile ? object[name] : undefined;
    const bytes = typeof address === 'string' ? await source.file(address) : undefined;
    if (!bytes) continue;
    const { reference, digest } = toKeep(new SentFile(nameIn(String(address)), bytes));
    hidden[name] = reference;
    files[digest] = bytes.toString('base64');
  }
  return Object.keys(files).length > 0 ? { hidden, files } : {};
}

const nameIn = (address: string): string => address.split(/[?#]/)[0]!.split('/').at(-1) ?? '';

/** An object that cannot be kept here is passed over with a word, so that it does not keep all others away. */
function isReadable(model: Model, { object, hidden }: Said, note: (text: string) => void): boolean {
  try {
    readRow(model, object, hidden);
    return true;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    note(`${endpointOf(model)} ${JSON.stringify(object.id ?? null)} is passed over: ${error.message}`);
    return false;
  }
}
