import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { notRead } from '@plumbline/command';
import { LineError } from './lineError';

/** One line of a file; lines are numbered from 1. */
export interface Line {
  number: number;
  text: string;
}

/** Bytes a line may have; the largest objects there are have a tenth of it. */
const longestLine = 64 * 1024 * 1024;

const newline = 0x0a;

/**
 * The lines of a file, without empty ones; one whose name ends in `.gz` is unpacked. Not by `node:readline`, which from Node
 * 24 on also ends lines at U+2028 and U+2029, and JSON has them as they are.
 */
export async function* linesOf(file: string): AsyncGenerator<Line> {
  let number = 0;
  let begun: Buffer[] = [];
  let length = 0;
  const finish = (): Line[] => {
    number++;
    const text = Buffer.concat(begun).toString('utf8').trim();
    begun = [];
    length = 0;
    return text === '' ? [] : [{ number, text }];
  };
  for await (const chunk of bytesOf(file)) {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      begun.push(chunk.subarray(from, end));
      from = end + 1;
      yield* finish();
    }
    begun.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > longestLine) throw new LineError(number + 1, 'it is too long to be an object.');
  }
  yield* finish();
}

async function* bytesOf(file: string): AsyncGenerator<Buffer> {
  const source = createReadStream(file, { highWaterMark: 1024 * 1024 });
  try {
    // What goes wrong is thrown where the unpacked bytes are read.
    yield* file.endsWith('.gz') ? pipeline(source, createGunzip(), () => undefined) : source;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('Z_')) throw notRead(file, error);
    throw new Error(`${file} cannot be unpacked (${message}): it is cut off, damaged, or not made by gzip.`);
  }
}
