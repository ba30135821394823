import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { isPicture } from '@plumbline/model';
import { type FileToSend, fileToSend } from '../apply/files';
import { mappings } from './mapping';
import type { NetboxData } from './netboxData';

/** The lists with pictures, and the fields that name them. */
const lists = mappings.flatMap(({ list, fields }) => {
  const named = Object.entries(fields).flatMap(([field, { kind }]) => (kind === 'picture' ? [field] : []));
  return named.length > 0 ? [{ list, fields: named }] : [];
});

/**
 * The pictures that objects name, by address. `find` answers the file with what is at an address, undefined when it cannot be
 * had; that and files that are no pictures are left out.
 */
export async function readPictures(
  objects: NetboxData['objects'],
  find: (address: string) => Promise<string | undefined>,
  progress: (done: number) => void = () => {},
): Promise<Map<string, FileToSend>> {
  const pictures = new Map<string, FileToSend>();
  const asked = new Set<string>();
  for (const { list, fields } of lists)
    for await (const object of objects(list))
      for (const address of fields.map((field) => object[field])) {
        if (typeof address !== 'string' || address === '' || asked.has(address)) continue;
        asked.add(address);
        const file = await find(address);
        if (file !== undefined && isPicture(await readFile(file)))
          pictures.set(address, await fileToSend(file, basename(pathOf(address))));
        progress(asked.size);
      }
  return pictures;
}

/** The path of an address, or of a path that stands alone, as people wrote it. */
export function pathOf(address: string): string {
  const { pathname } = new URL(address, 'http://netbox.invalid');
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
