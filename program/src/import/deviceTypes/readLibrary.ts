import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { notRead } from '@plumbline/command';
import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { partKinds } from './parts';

/** A type of devices as a file of the library describes it. */
export interface LibraryType {
  file: string;
  manufacturer: string;
  model: string;
  /** All there is in the file. */
  said: Record<string, unknown>;
  /** Files with its pictures. */
  pictures: { front_image?: string; rear_image?: string };
}

/** Files larger than this are none of the library. */
const largest = 1024 * 1024;
const pictureEndings = ['.png', '.jpg', '.jpeg', '.webp', '.gif'];

const part = z.object({ name: z.string().min(1) }).passthrough();
const shape = z
  .object({
    manufacturer: z.string().min(1),
    model: z.coerce.string().min(1),
    slug: z.string().optional(),
    u_height: z.number().min(0).optional(),
    is_full_depth: z.boolean().optional(),
    ...Object.fromEntries(partKinds.map(({ list }) => [list, z.array(part).optional()])),
  })
  .passthrough();

/**
 * Reads the types of devices in a folder, its folders, or a single file. Throws with a line for each file that is wrong:
 * nothing is to be written before all are right.
 */
export async function readLibrary(path: string): Promise<LibraryType[]> {
  const found = await stat(path).catch((error) => {
    throw notRead(path, error);
  });
  const files = found.isDirectory() ? await filesBelow(path) : [path];
  if (files.length === 0) throw new Error(`There are no .yaml files in ${path}.`);
  const types: LibraryType[] = [];
  const troubles: string[] = [];
  for (const file of files) {
    const read = await readType(file);
    if (typeof read === 'string') troubles.push(`  ${file}: ${read}`);
    else types.push(read);
  }
  const names = new Map<string, string>();
  for (const { file, manufacturer, model } of types) {
    const name = JSON.stringify([manufacturer, model]);
    if (names.has(name)) troubles.push(`  ${file}: ${manufacturer} ${model} is in ${names.get(name)} already`);
    names.set(name, file);
  }
  if (troubles.length > 0)
    throw new Error(['These are no types of devices, and nothing was written:', ...troubles].join('\n'));
  return types;
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && ['.yaml', '.yml'].includes(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

async function readType(file: string): Promise<LibraryType | string> {
  if ((await stat(file)).size > largest) return 'it is larger than a megabyte';
  const lines = new LineCounter();
  const document = parseDocument(await readFile(file, 'utf8'), { lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (error) return `line ${lines.linePos(error.pos[0]).line}: ${error.message}`;
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 100 });
  } catch (thrown) {
    return (thrown as Error).message;
  }
  const parsed = shape.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `${issue!.path.join('.') || 'the file'}: ${issue!.message}`;
  }
  const { manufacturer, model } = parsed.data;
  const repeated = partKinds.flatMap(({ list }) =>
    repeatedNames(list, parsed.data[list] as { name: string }[] | undefined),
  );
  if (repeated.length > 0) return repeated[0]!;
  const lost = partKinds.flatMap((kind) => lostNames(kind, parsed.data));
  if (lost.length > 0) return lost[0]!;
  return { file, manufacturer, model, said: parsed.data, pictures: picturesOf(file, parsed.data) };
}

function repeatedNames(list: string, parts: { name: string }[] = []): string[] {
  const seen = new Set<string>();
  return parts.flatMap(({ name }) => {
    const isRepeated = seen.has(name);
    seen.add(name);
    return isRepeated ? [`${list}: ${name} is there twice`] : [];
  });
}

function lostNames({ list, refersTo }: (typeof partKinds)[number], said: Record<string, unknown>): string[] {
  if (!refersTo) return [];
  const names = new Set(((said[refersTo.list] ?? []) as { name: string }[]).map(({ name }) => name));
  return ((said[list] ?? []) as Record<string, unknown>[]).flatMap((one) => {
    const target = one[refersTo.there];
    if (target === undefined || target === null)
      return refersTo.required ? [`${list}: ${String(one.name)} does not say its ${refersTo.there}`] : [];
    return names.has(String(target))
      ? []
      : [`${list}: ${String(one.name)} names the ${refersTo.there} ${String(target)}, which is not there`];
  });
}

/** The pictures of a type, `elevation-images/MAKER/SLUG.front.png` beside the folder of its types, or beside its file. */
function picturesOf(file: string, said: Record<string, unknown>): LibraryType['pictures'] {
  const names = [said.slug, basename(file, extname(file))].filter((name): name is string => typeof name === 'string');
  const here = dirname(resolve(file));
  const folders = [
    join(dirname(dirname(here)), 'elevation-images', basename(here)),
    join(dirname(here), 'elevation-images', basename(here)),
    join(here, 'elevation-images'),
    here,
  ];
  const find = (side: string) =>
    folders
      .flatMap((folder) =>
        names.flatMap((name) => pictureEndings.map((ending) => join(folder, `${basename(name)}.${side}${ending}`))),
      )
      .find(existsSync);
  const [front, rear] = [find('front'), find('rear')];
  return { ...(front && { front_image: front }), ...(rear && { rear_image: rear }) };
}
