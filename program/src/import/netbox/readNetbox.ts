import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '@plumbline/config';
import { linesOf } from '../../restore/dumpFile';
import { type Place, readList } from '../readList';
import { Absent, Refused, Unusable } from '../requests';
import { openSpool } from '../spool';
import { mappings } from './mapping';
import type { Mapping, NetboxObject } from './mapping/language';
import type { NetboxData } from './netboxData';
import type { Netbox } from './openNetbox';
import { readPictures } from './readPictures';
import { withoutGaps } from './withoutGaps';

export interface ReadOptions {
  /** Lists to leave out. */
  skip: ReadonlySet<string>;
  progress: (list: string, done: number, total?: number) => void;
}

const versionFile = 'version.json';
const countsFile = 'counts.json';

/**
 * Reads everything there is to be taken from a NetBox into a folder, from where an earlier attempt ended, and answers
 * it. Throws when a list cannot be read, so that nothing is written here before all of it is there.
 */
export async function readNetbox(netbox: Netbox, folder: string, options: ReadOptions): Promise<NetboxData> {
  const version = await netbox.version();
  makeFolder(folder, 0o700);
  await writeFile(join(folder, versionFile), JSON.stringify(version), { mode: 0o600 });
  const counted = new Map<string, number>();
  const troubles: string[] = [];
  for (const mapping of mappings) {
    const { list } = mapping;
    if (options.skip.has(list)) continue;
    try {
      if (mapping.onlyCounted) counted.set(list, await netbox.count(list));
      else await readWhole(netbox, mapping, folder, options);
    } catch (error) {
      if (error instanceof Absent) continue;
      if (!(error instanceof Refused || error instanceof Unusable)) throw error;
      // What is only counted is not missed where it cannot be.
      if (!mapping.onlyCounted) troubles.push(`  ${list}: ${error.message}`);
    }
  }
  if (troubles.length > 0)
    throw new Error(
      [
        `Of the lists of NetBox at ${netbox.url} some cannot be read, and nothing was written here:`,
        ...troubles,
        'Give the token the right to read them and the same command again, or leave them out: --skip LIST',
      ].join('\n'),
    );
  const lists = listsIn(folder, version, counted);
  const pictures = await readPictures(
    lists.objects,
    async (address) => keptIn(folder, address) ?? keep(folder, address, await netbox.file(address)),
    (done) => options.progress('pictures', done),
  );
  await writeFile(join(folder, countsFile), JSON.stringify([...counted]), { mode: 0o600 });
  return { ...lists, pictures };
}

/** What was read into a folder. */
export async function readBefore(folder: string): Promise<NetboxData | undefined> {
  if (!existsSync(join(folder, countsFile))) return undefined;
  const version = JSON.parse(await readFile(join(folder, versionFile), 'utf8')) as [number, number];
  const counted = JSON.parse(await readFile(join(folder, countsFile), 'utf8')) as [string, number][];
  const lists = listsIn(folder, version, new Map(counted));
  return { ...lists, pictures: await readPictures(lists.objects, async (address) => keptIn(folder, address)) };
}

/** Where the picture of an address is kept. */
const pictureFile = (folder: string, address: string): string =>
  join(folder, `picture-${createHash('sha256').update(address).digest('hex')}`);

function keptIn(folder: string, address: string): string | undefined {
  const file = pictureFile(folder, address);
  return existsSync(file) ? file : undefined;
}

/** Keeps a picture, in one step; answers where. */
async function keep(folder: string, address: string, bytes: Buffer | undefined): Promise<string | undefined> {
  if (!bytes) return undefined;
  const file = pictureFile(folder, address);
  await writeFile(`${file}.next`, bytes, { mode: 0o600 });
  await rename(`${file}.next`, file);
  return file;
}

const fileOf = (folder: string, list: string): string => join(folder, `${list.replace(/\//g, '.')}.jsonl`);

const listsIn = (
  folder: string,
  version: readonly [number, number],
  counted: ReadonlyMap<string, number>,
): Omit<NetboxData, 'pictures'> => ({
  version,
  counted,
  objects: async function* (list) {
    const file = fileOf(folder, list);
    if (!existsSync(file)) return;
    for await (const { text } of linesOf(file)) yield JSON.parse(text) as NetboxObject;
  },
});

/** A list that is changed while it is read is read again so many times. */
const readings = 4;

async function readWhole(netbox: Netbox, mapping: Mapping, folder: string, options: ReadOptions): Promise<void> {
  const file = fileOf(folder, mapping.list);
  for (let reading = 1; ; reading++) {
    if (await readOnce(netbox, mapping, file, options)) return;
    await rm(file, { force: true });
    await rm(`${file}.state`, { force: true });
    if (reading === readings) throw new Unusable('it is changed faster than it can be read');
  }
}

/** Reads a list to its end; false when it has more objects than were read, because it is not in one order all the time. */
async function readOnce(
  netbox: Netbox,
  { list, secret = [] }: Mapping,
  file: string,
  options: ReadOptions,
): Promise<boolean> {
  const spool = await openSpool(file, netbox.url, []);
  try {
    if (spool.state.done.includes(list)) return true;
    const seen = await idsIn(file);
    const steady = withoutGaps(netbox, seen);
    let last: { place: Place; count: number } | undefined;
    for await (const { objects, count, place, next } of readList(steady, list, spool.state.places[list])) {
      const fresh = (objects as NetboxObject[]).filter(({ id }) => !seen.has(id));
      for (const { id } of fresh) seen.add(id);
      const lines = fresh.map((object) => `${JSON.stringify(without(object, secret))}\n`);
      await spool.append(lines, { ...spool.state, places: next ? { [list]: next } : spool.state.places });
      options.progress(list, seen.size, count);
      last = { place, count };
    }
    if (last && last.place.lost > 0) throw new Unusable(`${last.place.lost} of its objects cannot be read`);
    if (last && seen.size < last.count) return false;
    await spool.append([], { ...spool.state, done: [list] });
    return true;
  } finally {
    await spool.close();
  }
}

const without = (object: NetboxObject, names: readonly string[]) =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

async function idsIn(file: string): Promise<Set<number>> {
  const ids = new Set<number>();
  for await (const { text } of linesOf(file)) ids.add((JSON.parse(text) as NetboxObject).id);
  return ids;
}
