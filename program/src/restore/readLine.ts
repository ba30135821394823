import { FileToKeep, type Model, type Row } from '@plumbline/model';
import { endpointOf, readKey, readRow, type Seal, Unreadable } from '@plumbline/upkeep';
import { type DumpMark, dumpMarks } from '../dump/markEnds';
import type { Line } from './dumpFile';
import { LineError } from './lineError';

/** What a line says: that an object is as its row says, or that it is gone. */
export interface Entry {
  line: number;
  model: Model;
  row: Row;
  deleted: boolean;
  /** Files that it refers to. */
  files: FileToKeep[];
  /** Whether the line tells what clients do not see. */
  tellsHidden: boolean;
  /** Whether it is the first or the last line of a dump. */
  mark: DumpMark | undefined;
}

/** The models that lines can be about, by what lines call them. */
export type ModelsOfLines = ReadonlyMap<string, Model>;

/** These models by what lines call them. */
export const modelsOfLines = (models: readonly Model[]): ModelsOfLines =>
  new Map(models.map((model) => [endpointOf(model), model]));

/** Reads a line; throws a `LineError` that says what is wrong with it. */
export function readLine({ number, text }: Line, models: ModelsOfLines, seal?: Seal): Entry {
  const { endpoint, object, hidden, deleted, files, dump: mark } = parse(number, text);
  if (typeof endpoint !== 'string') throw new LineError(number, 'it has no "endpoint", such as "dcim/devices".');
  const model = models.get(endpoint.replace(/^\/|\/$/g, ''));
  if (!model) throw new LineError(number, `there is no endpoint ${endpoint}.`);
  if (!isObject(object)) throw new LineError(number, 'its "object" is not an object.');
  if (hidden !== undefined && !isObject(hidden)) throw new LineError(number, 'its "hidden" is not an object.');
  if (deleted !== undefined && typeof deleted !== 'boolean')
    throw new LineError(number, 'its "deleted" is neither true nor false.');
  if (mark !== undefined && !isMark(mark)) throw new LineError(number, 'its "dump" is neither "begins" nor "ends".');
  try {
    const row = deleted ? { id: readKey(model, object) } : readRow(model, object, hidden, seal);
    const own = readFiles(number, model, files);
    return { line: number, model, row, deleted: deleted === true, files: own, tellsHidden: hidden !== undefined, mark };
  } catch (error) {
    // What looks through a value goes as deep as it is nested.
    if (error instanceof RangeError) throw new LineError(number, 'it is nested too deeply.');
    if (!(error instanceof Unreadable)) throw error;
    throw new LineError(number, `${endpoint} ${JSON.stringify(object.id ?? null)}: ${error.message}`);
  }
}

function parse(number: number, text: string): Row {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new LineError(number, 'it is not JSON. Is the file complete, and a dump?');
  }
  if (!isObject(value)) throw new LineError(number, 'it is not an object.');
  return value;
}

/** The files of a line, each under its digest. */
function readFiles(number: number, model: Model, given: unknown): FileToKeep[] {
  if (given === undefined) return [];
  if (!isObject(given)) throw new LineError(number, 'its "files" are not an object.');
  if (!Object.values(model.fields).some((field) => field.isFile))
    throw new LineError(number, `${endpointOf(model)} have no files.`);
  return Object.entries(given).map(([digest, content]) => {
    const file = new FileToKeep(Buffer.from(String(content), 'base64'), 'file');
    if (file.digest !== digest) throw new LineError(number, `the file ${digest} in it is not what it is called.`);
    return file;
  });
}

const isMark = (value: unknown): value is DumpMark => dumpMarks.some((mark) => mark === value);

const isObject = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
