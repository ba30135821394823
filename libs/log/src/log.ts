import pino from 'pino';
import pretty from 'pino-pretty';
import { redact } from './redact';

/** Writes one structured JSON line per event: `log.info({ app, milliseconds }, 'page answered')`. */
export type Log = pino.Logger;

export interface LogOptions {
  /** The process or part that speaks, for example `gateway` or `ipam`. */
  name: string;
  /** `trace`, `debug`, `info` (the default), `warn`, `error`, `fatal` or `silent`. */
  level?: string;
  /** Where they are to be read; what standard output is decides when absent. */
  format?: LogFormat;
  /** Where lines go; standard output when absent. */
  destination?: { write(line: string): void };
  /** Fields that belong to whatever is being done when a line is written. */
  context?: () => object;
}

/** `auto` is lines for people on a terminal, JSON anywhere else. */
export type LogFormat = 'auto' | 'json' | 'lines';

/** Whether people read the log as it is written. */
export const isForPeople = (format: LogFormat): boolean =>
  format === 'lines' || (format === 'auto' && process.stdout.isTTY === true);

/** Makes a log whose fields are redacted at every depth; an error belongs under the key `error`. */
export function createLog({ name, level = 'info', format = 'json', destination, context }: LogOptions): Log {
  const options: pino.LoggerOptions = {
    level,
    base: { name, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    ...(context ? { mixin: context } : {}),
    messageKey: 'message',
    errorKey: 'error',
    serializers: { error: (error: unknown) => redact(describe(error)) },
    formatters: {
      level: (label) => ({ level: label }),
      log: (fields) => redact(fields) as Record<string, unknown>,
    },
  };
  return redactChildren(pino(options, destination ?? (isForPeople(format) ? terminal() : standardOutput())));
}

/** Bytes of lines that wait to be taken; later ones are lost while there are so many. */
const mostWaiting = 4 * 1024 * 1024;

/**
 * Standard output, written in large pieces and at least five times a second: a system call for every line would be a
 * good part of what a request costs. What is left is written when the process ends. A full disk is no reason to end: what it
 * does not take is tried again with later lines.
 */
function standardOutput(): pino.DestinationStream {
  const output = pino.destination({
    dest: 1,
    sync: false,
    minLength: 15 * 1024,
    maxLength: mostWaiting,
    periodicFlush: 200,
  });
  let isTaken = true;
  output.on('error', () => {
    isTaken = false;
  });
  output.on('write', () => {
    isTaken = true;
  });
  // As the process ends, or is about to, it would try for ever.
  const flush = output.flushSync.bind(output);
  output.flushSync = () => {
    if (isTaken) flush();
  };
  return output;
}

/** One short line for each event, with colours where there are any, written as it happens. */
const terminal = (): pino.DestinationStream =>
  pretty({
    destination: 1,
    sync: true,
    colorize: process.stdout.isTTY === true && process.env.NO_COLOR === undefined,
    translateTime: 'SYS:HH:MM:ss',
    messageKey: 'message',
    messageFormat: '{name}: {message}',
    errorLikeObjectKeys: ['error'],
    ignore: 'pid,name',
    singleLine: true,
  });

/** Pino formats only the first logger's bindings; children inherit this `child` from it, so theirs are redacted too. */
function redactChildren(log: Log): Log {
  const child = log.child;
  log.child = function redacted(this: Log, bindings: pino.Bindings, options?: object) {
    return child.call(this, redact(bindings) as pino.Bindings, options);
  } as typeof log.child;
  return log;
}

function describe(error: unknown): unknown {
  return error instanceof Error ? withoutRows(pino.stdSerializers.errWithCause(error)) : error;
}

/** In these PostgreSQL's errors quote whole rows, with whatever is stored in them. */
const quotingRows = new Set(['detail', 'where', 'internalQuery']);

function withoutRows(error: object): unknown {
  const isDatabases = 'severity' in error && 'routine' in error;
  const told = Object.entries(error).filter(([name]) => !isDatabases || !quotingRows.has(name));
  return Object.fromEntries(
    told.map(([name, value]) => [name, name === 'cause' && value instanceof Object ? withoutRows(value) : value]),
  );
}
