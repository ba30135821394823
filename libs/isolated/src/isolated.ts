import { Worker } from 'node:worker_threads';
import pTimeout from 'p-timeout';

/** Milliseconds after which a thread that works for somebody is given up on, where nobody says how many. */
const usualPatience = 900;

const limits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };

/**
 * Has a text looked at by a program in a thread of its own, one text after the other; undefined when that takes too
 * long or too much memory. What waits for its turn is not counted: `onTurn` is called when that has come,
 * and says whether it is still to be looked at.
 */
export type Isolated = (text: string, onTurn?: () => boolean) => Promise<string | undefined>;

/** A thread that answers one text after the other; undefined once it has ended. */
interface Thread {
  ask(text: string): Promise<string | undefined>;
  end(): Promise<unknown>;
}

/**
 * What runs programs that users write, and reads what anybody sends: the file answers each message with one, and says that it is ready with the
 * first. Its thread knows nothing of this process, is ended when it takes too long, and begun again when it is asked
 * next.
 */
export function createIsolated(file: string, patience = usualPatience): Isolated {
  let thread: Promise<Thread> | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  async function answer(text: string, onTurn?: () => boolean): Promise<string | undefined> {
    thread ??= begin();
    const working = await thread;
    if (onTurn && !onTurn()) return undefined;
    const found = await pTimeout(working.ask(text), patience, () => undefined);
    if (found !== undefined) return found;
    thread = undefined;
    await working.end();
    return undefined;
  }

  /** A thread that has ended, or could not be started, is not asked again. */
  function begin(): Promise<Thread> {
    const forget = () => {
      if (thread === begun) thread = undefined;
    };
    const begun = start(file, forget);
    begun.catch(forget);
    return begun;
  }

  return (text, onTurn) => {
    const answered = turn.then(() => answer(text, onTurn));
    turn = answered.catch(() => undefined);
    return answered;
  };
}

/** Starts a thread without this process's environment, and waits until it is ready. */
async function start(file: string, ended: () => void): Promise<Thread> {
  const worker = new Worker(file, { env: {}, resourceLimits: limits });
  let tell: (answer?: string) => void = () => undefined;
  const next = () => new Promise<string | undefined>((resolve) => (tell = resolve));
  const ready = next();
  worker.on('message', (answer: string) => tell(answer));
  worker.on('error', () => tell());
  worker.on('exit', () => {
    ended();
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
