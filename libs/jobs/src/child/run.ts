import { createApi } from '../api';
import { isJob, type Job } from '../defineJob';
import type { FileAnswer, Order, Report, RunOrder } from '../messages';
import { storableJson } from '../storableText';
import type { ApiObject } from '../variables';
import { createFiles } from './files';
import { loadJobs } from './loadJobs';
import { createLog } from './log';

type Say = (report: Report) => Promise<void>;

/** A run of a job in this process. */
export interface Run {
  begin(order: RunOrder): Promise<void>;
  /** What is said to the job while it runs. */
  hear(order: Order | FileAnswer): void;
  /** Sends what the job has logged and is not sent yet. */
  flush(): Promise<void>;
}

/** A job did not end by itself when it was asked to. */
class SoftTimeLimitExceeded extends Error {
  override readonly name = 'SoftTimeLimitExceeded';

  constructor(seconds: number) {
    super(`The soft time limit of ${seconds} s is over.`);
  }

  /** Says where the job was. */
  at({ stack = '' }: Error): this {
    const places = stack.split('\n').filter((line) => /^ +at /.test(line));
    this.stack = [`${this.name}: ${this.message}`, ...places].join('\n');
    return this;
  }
}

/** Whether an error says only that the signal was heeded: Node's own words for it do not say why it was given. */
const isOfAbort = (error: unknown, { aborted, reason }: AbortSignal): error is Error =>
  aborted && error instanceof Error && (error === reason || error.cause === reason || error.name === 'AbortError');

/** Characters a result may have as JSON. */
const largestResult = 1024 * 1024;

export function createRun(say: Say): Run {
  const softLimit = new AbortController();
  const { createFile, hear: hearOfFile, settled } = createFiles(say);
  const { log, flush } = createLog((lines) => say({ kind: 'log', lines }));
  let authorization = '';

  async function begin(order: RunOrder): Promise<void> {
    authorization = order.api.authorization;
    const job = jobOf(order);
    const { signal } = softLimit;
    const api = createApi({
      ...order.api,
      authorization: () => authorization,
      dryRun: order.dryRun,
      readOnly: job.description.readOnly,
      signal,
    });
    let result: unknown;
    try {
      const data = { ...order.values, ...(await fetchObjects(order, api.get)), ...readFiles(order) };
      const { dryRun, user, resultId } = order;
      result = await job.run({ data, dryRun, api, log, signal, user, resultId, createFile });
    } catch (error) {
      throw isOfAbort(error, signal) ? (signal.reason as SoftTimeLimitExceeded).at(error) : error;
    } finally {
      await settled();
      await flush();
    }
    await say({ kind: 'done', result: storable(result) });
  }

  return {
    begin,
    flush,
    hear: (order) => {
      if (order.kind === 'authorization') authorization = order.authorization;
      else if (order.kind === 'softLimit') softLimit.abort(new SoftTimeLimitExceeded(order.seconds));
      else if (order.kind === 'fileKept') hearOfFile(order);
    },
  };
}

function jobOf({ job: { file, exportName } }: RunOrder): Job {
  const job = loadJobs(file)[exportName];
  if (!isJob(job)) throw new Error(`${file} does not export a job named ${exportName} any more.`);
  return job;
}

/** The objects that variables name, as whoever started the job sees them. */
async function fetchObjects(
  { values, lists }: RunOrder,
  get: (path: string) => Promise<ApiObject>,
): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const [name, list] of Object.entries(lists)) {
    const value = values[name];
    const objects: ApiObject[] = [];
    for (const id of [value].flat()) objects.push(await get(`${list}${encodeURIComponent(String(id))}/`));
    found[name] = Array.isArray(value) ? objects : objects[0];
  }
  return found;
}

const readFiles = ({ files }: RunOrder): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(files).map(([variable, { name, content }]) => [
      variable,
      { name, content: Buffer.from(content, 'base64') },
    ]),
  );

/** What JSON has no form for, or shows nothing of, in the form next to it. */
function asJson(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Map) return Object.fromEntries(value);
  if (value instanceof Set) return [...value];
  return value instanceof Error ? { ...value, name: value.name, message: value.message } : value;
}

/** What a job returns, if it can be kept; functions and the like are left out as JSON does. */
function storable(result: unknown): unknown {
  if (result === undefined) return null;
  const text = JSON.stringify(result, asJson);
  if (text === undefined) return null;
  if (text.length > largestResult)
    throw new Error(`The result has ${text.length} characters; ${largestResult} are kept. Create a file instead.`);
  return JSON.parse(storableJson(text));
}
