import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** A schema, alone to be looked at itself, or with data that have to keep to it. */
export interface SchemaCase {
  schema: unknown;
  data?: unknown[];
}

/** What a value and the part of a schema that speaks of it disagree in. */
export interface SchemaError {
  keyword: string;
  /** The value. */
  data: unknown;
  /** What the schema says under the keyword. */
  schema: unknown;
  params: Record<string, unknown>;
  /** Properties that nobody expects. */
  unexpected: string[];
}

/** What was found: an error in the schema, one in each of the data (null: none), or that the schema cannot be used. */
export interface SchemaFinding {
  error?: SchemaError;
  errors?: (SchemaError | null)[];
  unusable?: string;
}

/** Milliseconds after which somebody who is looked at is given up on. */
const patience = 900;
const file = join(__dirname, '../../workers/schemas.js');
const limits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };

/** A thread that answers one text after the other; undefined once it has ended. */
interface Thread {
  ask(text: string): Promise<string | undefined>;
  end(): Promise<unknown>;
}

let thread: Promise<Thread> | undefined;
let turn: Promise<unknown> = Promise.resolve();

/**
 * Looks at schemas and data, one request after the other, in a thread that knows nothing of this process; undefined when
 * that takes too long or too much memory. What waits for its turn is not counted.
 */
export function judgeSchemas(cases: SchemaCase[]): Promise<SchemaFinding[] | undefined> {
  const judged = turn.then(() => judge(JSON.stringify(cases)));
  turn = judged.catch(() => undefined);
  return judged;
}

async function judge(text: string): Promise<SchemaFinding[] | undefined> {
  thread ??= start();
  const judging = await thread;
  const answer = await withPatience(judging.ask(text));
  if (answer !== undefined) return JSON.parse(answer) as SchemaFinding[];
  thread = undefined;
  await judging.end();
  return undefined;
}

/** Starts a thread without this process's environment, and waits until it is ready to look. */
async function start(): Promise<Thread> {
  const worker = new Worker(file, { env: {}, resourceLimits: limits });
  let tell: (answer?: string) => void = () => undefined;
  const next = () => new Promise<string | undefined>((resolve) => (tell = resolve));
  const ready = next();
  worker.on('message', (answer: string) => tell(answer));
  worker.on('error', () => tell());
  worker.on('exit', () => {
    thread = undefined;
    tell();
  });
  await ready;
  // It waits for work without keeping the process from ending.
  worker.unref();
  return {
    ask: (text) => {
      const answer = next();
      worker.postMessage(text);
      return answer;
    },
    end: () => worker.terminate(),
  };
}

async function withPatience(answer: Promise<string | undefined>): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const impatience = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), patience);
  });
  const first = await Promise.race([answer, impatience]);
  clearTimeout(timer);
  return first;
}
