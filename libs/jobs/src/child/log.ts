import { inspect } from 'node:util';
import type { JobLog, LogDetails, LogLevel } from '../context';
import type { LogLine } from '../messages';
import { storableText } from '../storableText';

const levels: LogLevel[] = ['debug', 'info', 'warning', 'error', 'critical'];
/** Lines one run may write; what is more says nothing new. */
const mostLines = 20_000;
const mostCharacters = 4_000_000;
const longestMessage = 10_000;
/** Milliseconds lines wait for others, so that they are written together. */
const patience = 200;
const mostWaiting = 500;

/** The log of a run: lines leave the process in bundles. */
export function createLog(send: (lines: LogLine[]) => Promise<void>): { log: JobLog; flush(): Promise<void> } {
  let waiting: LogLine[] = [];
  let written = 0;
  let characters = 0;
  let isFull = false;
  let timer: NodeJS.Timeout | undefined;
  let sending = Promise.resolve();

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const lines = waiting;
    waiting = [];
    if (lines.length > 0) sending = sending.then(() => send(lines));
    return sending;
  }

  function write(level: LogLevel, message: unknown, { grouping = 'main', object }: LogDetails = {}): void {
    if (isFull) return;
    written++;
    isFull = written >= mostLines || characters >= mostCharacters;
    const text = isFull ? 'The log is full; what follows is left out.' : asText(message);
    waiting.push({
      time: new Date().toISOString(),
      level: isFull ? 'warning' : level,
      grouping: clean(grouping, 100) || 'main',
      message: clean(text, longestMessage),
      object: clean(object?.display ?? object?.id ?? '', 200),
      url: clean(pathOf(object?.url), 255),
    });
    characters += waiting.at(-1)!.message.length;
    if (waiting.length >= mostWaiting) void flush();
    else timer ??= setTimeout(() => void flush(), patience);
  }

  const logOf = (grouping?: string): JobLog => {
    const lines = levels.map((level) => [
      level,
      (message: string, details: LogDetails = {}) =>
        write(level, message, grouping === undefined ? details : { grouping, ...details }),
    ]);
    return { ...Object.fromEntries(lines), group: (name: string) => logOf(name) } as JobLog;
  };

  return { log: logOf(), flush };
}

/** Jobs are not compiled with types: what is no text is shown as Node shows it. */
export const asText = (message: unknown): string =>
  typeof message === 'string' ? message : message instanceof Error ? String(message) : inspect(message);

const clean = (value: unknown, most: number): string => storableText(String(value).slice(0, most));

/** Objects tell their address by the name their reader used; in the log it leads there from anywhere. */
function pathOf(url: unknown): string {
  if (typeof url !== 'string') return '';
  return URL.canParse(url) ? new URL(url).pathname : url;
}
