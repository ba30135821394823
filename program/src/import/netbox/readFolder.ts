import { existsSync, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { mappings } from './mapping';
import type { NetboxObject } from './mapping/language';
import type { NetboxData } from './netboxData';
import { readVersion } from './openNetbox';
import { pathOf, readPictures } from './readPictures';

/**
 * What somebody saved of a NetBox's API in a folder: `dcim/sites.json`, `dcim.sites.json`, or pages in `dcim/sites/`;
 * each a page as it was answered, or a list of objects or of pages. Throws, before anything else is done, when one of
 * them is not whole.
 */
export async function readFolder(folder: string, skip: ReadonlySet<string>): Promise<NetboxData> {
  const files = new Map<string, string[]>();
  for (const { list } of mappings) {
    if (skip.has(list)) continue;
    const found = await filesOf(folder, list);
    if (found.length > 0) files.set(list, found);
  }
  if (files.size === 0)
    throw new Error(
      `There are no lists of NetBox in ${folder}. They are named as in its API, such as dcim/sites.json.`,
    );
  const counted = new Map<string, number>();
  for (const { list, onlyCounted } of mappings)
    if (onlyCounted && files.has(list)) counted.set(list, (await objectsIn(files.get(list)!)).length);
  // Looked through once before anything is planned.
  for (const names of files.values()) await objectsIn(names);
  const lists: Omit<NetboxData, 'pictures'> = {
    version: await versionIn(folder, files),
    counted,
    objects: async function* (list) {
      const seen = new Set<number>();
      const objects = await objectsIn(files.get(list) ?? []);
      const secret = mappings.find((mapping) => mapping.list === list)?.secret ?? [];
      for (const object of objects.sort((a, b) => a.id - b.id)) {
        if (seen.has(object.id)) continue;
        seen.add(object.id);
        for (const name of secret) delete object[name];
        yield object;
      }
    },
  };
  return { ...lists, pictures: await readPictures(lists.objects, async (address) => savedIn(folder, address)) };
}

/** The file of an address below the folder: `media/devicetype-images/front.png`. */
function savedIn(folder: string, address: string): string | undefined {
  const file = join(folder, pathOf(address));
  const isBelow = !relative(folder, file).startsWith('..');
  return isBelow && existsSync(file) && statSync(file).isFile() ? file : undefined;
}

async function filesOf(folder: string, list: string): Promise<string[]> {
  const names = [`${list}.json`, `${list.replace(/\//g, '.')}.json`]
    .map((name) => join(folder, name))
    .filter(existsSync);
  const pages = join(folder, list);
  if (!existsSync(pages)) return names;
  const within = await readdir(pages, { withFileTypes: true });
  return [
    ...names,
    ...within.filter((entry) => entry.isFile() && entry.name.endsWith('.json')).map(({ name }) => join(pages, name)),
  ];
}

async function objectsIn(files: string[]): Promise<NetboxObject[]> {
  const objects: NetboxObject[] = [];
  let promised = 0;
  for (const file of files) {
    for (const page of await pagesIn(file)) {
      if (Array.isArray((page as { results?: unknown } | null)?.results)) {
        const { results, count } = page as { results: NetboxObject[]; count?: number };
        promised = Math.max(promised, Number(count ?? 0));
        objects.push(...results);
      } else objects.push(page as NetboxObject);
    }
    const wrong = objects.find(
      (object) => typeof object !== 'object' || object === null || typeof object.id !== 'number',
    );
    if (wrong !== undefined) throw new Error(`${file} holds something that is no object of NetBox: each has an id.`);
  }
  if (new Set(objects.map(({ id }) => id)).size < promised)
    throw new Error(
      `${files.join(', ')}: these are ${objects.length} of ${promised} objects. Save the other pages too, or ask with ?limit=0.`,
    );
  return objects;
}

async function pagesIn(file: string): Promise<unknown[]> {
  try {
    const value = JSON.parse(await readFile(file, 'utf8')) as unknown;
    return Array.isArray(value) ? value : [value];
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message}`);
  }
}

/** The release, of `status.json`; where there is none, of what objects say only since 4.2. */
async function versionIn(folder: string, files: ReadonlyMap<string, string[]>): Promise<readonly [number, number]> {
  const status = join(folder, 'status.json');
  if (existsSync(status)) {
    const [said] = (await pagesIn(status)) as Record<string, unknown>[];
    return readVersion(said?.['netbox-version'], status);
  }
  for (const names of files.values()) {
    const [first] = await objectsIn(names);
    if (first) return Object.hasOwn(first, 'display_url') ? [4, 2] : [3, 7];
  }
  return [3, 7];
}
