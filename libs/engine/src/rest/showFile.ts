import { problems } from '@plumbline/http';
import { type Model, pictureTypes, readFileReference } from '@plumbline/model';
import type { Answer } from '../core/service';
import { permitted } from '../permissions/permissions';
import { fileContent } from '../write/files/contents';
import { loadNamed } from './detail';
import { isKnown } from './etag';
import type { Exchange } from './exchange';

/** Which file of an object an address below `/media/` means. */
export interface FileAddress {
  model: Model;
  id: string;
  field: string;
  /** As the object's column has it. */
  reference: string;
}

/**
 * GET on a file's address: the bytes, for whoever may view the object they belong to. Clients may keep them, and ask
 * each time whether they may still have them.
 */
export async function showFile({ work, req }: Exchange, address: FileAddress): Promise<Answer> {
  const { model, id, field, reference } = address;
  const row = await loadNamed(work, model, id, await permitted(work, model, 'view'));
  const file = row[field] === reference ? readFileReference(reference) : undefined;
  if (!file) throw problems.notFound();
  const headers = { ETag: `"${file.digest}"`, 'Cache-Control': 'private, no-cache' };
  if (isKnown(req.headers['if-none-match'], headers.ETag)) return { status: 304, headers };
  const content = await fileContent(work, file.digest);
  if (!content) throw problems.notFound();
  return {
    status: 200,
    body: content,
    headers: {
      ...headers,
      'Content-Type': pictureTypes[file.name.split('.').at(-1)!] ?? 'application/octet-stream',
      'Content-Disposition': `inline; filename="${file.name}"`,
      // Opened by itself a file may do nothing at all.
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
  };
}
