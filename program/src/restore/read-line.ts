import { endpointOf, readRow, Unreadable } from '@plumbline/engine';
import type { Model, Row } from '@plumbline/model';
import { allModels } from '../dump/dump-everything';
import type { Line } from './dump-file';
import { LineError } from './line-error';

/** What a line says: that an object is as its row says, or that it is gone. */
export interface Entry {
  line: number;
  model: Model;
  row: Row;
  deleted: boolean;
  /** Whether the line tells what clients do not see. */
  tellsHidden: boolean;
}

const models = new Map(allModels().map((model) => [endpointOf(model), model]));

/** Reads a line; throws a `LineError` that says what is wrong with it. */
export function readLine({ number, text }: Line): Entry {
  const { endpoint, object, hidden, deleted } = parse(number, text);
  if (typeof endpoint !== 'string') throw new LineError(number, 'it has no "endpoint", such as "dcim/devices".');
  const model = models.get(endpoint.replace(/^\/|\/$/g, ''));
  if (!model) throw new LineError(number, `there is no endpoint ${endpoint}.`);
  if (!isObject(object)) throw new LineError(number, 'its "object" is not an object.');
  if (hidden !== undefined && !isObject(hidden)) throw new LineError(number, 'its "hidden" is not an object.');
  if (deleted !== undefined && typeof deleted !== 'boolean')
    throw new LineError(number, 'its "deleted" is neither true nor false.');
  try {
    const row = deleted
      ? { id: readRow({ ...model, fields: { id: model.fields.id! }, tree: undefined }, object).id }
      : readRow(model, object, hidden);
    return { line: number, model, row, deleted: deleted === true, tellsHidden: hidden !== undefined };
  } catch (error) {
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

const isObject = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
