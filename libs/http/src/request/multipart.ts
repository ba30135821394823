import { setImmediate } from 'node:timers/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { type Problem, problems } from '../answer/problem';

/** A file as a client sent it. */
export class SentFile {
  constructor(
    /** As the client calls it; only good for showing. */
    readonly name: string,
    readonly bytes: Buffer,
  ) {}
}

/** What one part of a form holds. */
export type FormValue = string | SentFile;

/** A body of `multipart/form-data`: the values of each part's name, in the order in which they came. */
export class SentForm {
  constructor(readonly values: ReadonlyMap<string, readonly FormValue[]>) {}
}

/** Whether a body of this type is a form that can hold files. */
export const isMultipart = (contentType: string | undefined): contentType is string =>
  contentType?.split(';', 1)[0]?.trim().toLowerCase() === 'multipart/form-data';

/** Parts that a form has at most. */
export const mostParts = 1_000;
/** Names and numbers of parts that no honest form comes near. */
const limits = { parts: mostParts, files: 100, fieldNameSize: 200, fieldSize: 1024 * 1024, headerPairs: 20 };

/**
 * Reads collected bytes as `multipart/form-data`. A file part without a file, as browsers send it, is an empty text.
 * Throws a `Problem`: 400 for bytes that are no such form, 413 for one with more or longer parts than any form has.
 */
export function readMultipart(contentType: string, bytes: Buffer): Promise<SentForm> {
  const values = new Map<string, FormValue[]>();
  const put = (name: string, value: FormValue) => values.set(name, [...(values.get(name) ?? []), value]);
  return new Promise((resolve, reject) => {
    let isRefused = false;
    const refuse = (problem: Problem) => {
      isRefused = true;
      reject(problem);
    };
    const malformed = () => refuse(problems.malformed('Multipart form parse error - the body is not a whole form.'));
    const tooMuch = () =>
      refuse(problems.tooLarge(`A form may have ${limits.parts} parts, ${limits.files} of them files.`));
    const parser = parserOf(contentType, bytes.length);
    if (!parser) return malformed();
    parser.on('field', (name, value, nameIsCut, valueIsCut) => {
      if (nameIsCut || valueIsCut) tooMuch();
      else put(name, value);
    });
    parser.on('file', (name, stream, fileName) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', malformed);
      stream.on('end', () => {
        const content = Buffer.concat(chunks);
        put(name, fileName || content.length > 0 ? new SentFile(fileName ?? '', content) : '');
      });
    });
    for (const event of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.on(event, tooMuch);
    parser.on('error', malformed);
    parser.on('finish', () => resolve(new SentForm(values)));
    void feed(parser, bytes, () => isRefused);
  });
}

/** Bytes that are parsed before others have their turn. */
const piece = 16 * 1024;

/** Hands a parser what is to be parsed, until that is refused. */
async function feed(parser: BusboyInstance, bytes: Buffer, isRefused: () => boolean): Promise<void> {
  for (let from = 0; from < bytes.length && !isRefused(); from += piece) {
    parser.write(bytes.subarray(from, from + piece));
    await setImmediate();
  }
  if (!isRefused()) parser.end();
}

function parserOf(contentType: string, fileSize: number): BusboyInstance | undefined {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { ...limits, fileSize },
      // Everything with a file name is a file, whatever type it claims to be of.
      isPartAFile: (_name, _type, fileName) => fileName !== undefined,
    });
  } catch {
    // There is no boundary, or it is none.
    return undefined;
  }
}
