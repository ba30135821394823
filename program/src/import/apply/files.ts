import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Row } from '@plumbline/model';

/** Stands in a body for a file, which is only read when it is sent. */
export interface FileToSend {
  /** Where its bytes are. */
  $file: string;
  name: string;
  /** As addresses of files have it here: SHA-256 in base64url. */
  digest: string;
  bytes: number;
}

/** A file on this machine; under its own name unless it is to have another one. */
export async function fileToSend(path: string, name: string = basename(path)): Promise<FileToSend> {
  const bytes = await readFile(path);
  return { $file: path, name, digest: createHash('sha256').update(bytes).digest('base64url'), bytes: bytes.length };
}

/** Whether a value stands for a file. */
export const isFile = (value: unknown): value is FileToSend =>
  typeof value === 'object' && value !== null && typeof (value as FileToSend).$file === 'string';

/** How many bytes of files a body names. */
export const bytesIn = (body: Row): number =>
  Object.values(body).reduce<number>((sum, value) => sum + (isFile(value) ? value.bytes : 0), 0);

/** A body as it is sent: with files as data URLs. */
export async function withBytes(body: Row): Promise<Row> {
  const sent: Row = { ...body };
  for (const [field, value] of Object.entries(body)) if (isFile(value)) sent[field] = await dataUrl(value);
  return sent;
}

const dataUrl = async ({ $file, name }: FileToSend): Promise<string> =>
  `data:application/octet-stream;name=${encodeURIComponent(name)};base64,${await readFile($file, 'base64')}`;
