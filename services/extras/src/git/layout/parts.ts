import { isObject } from '@plumbline/domain';
import type { Row } from '@plumbline/model';
import { Misunderstood } from '../applying/wanted';

/** The objects that a file holds: one, or a list of them. */
export function objectsIn(value: unknown): Row[] {
  const items = Array.isArray(value) ? value : [value];
  if (!items.every(isObject)) throw new Misunderstood('The file must hold an object, or a list of objects.');
  return items;
}

/** The folder within that of its kind in which a file stands; undefined where it stands in none. */
export const folderOf = (path: string): string | undefined => path.split('/').slice(1, -1)[0];

/** What a file is named after: its name without its ending. */
export const nameOf = (path: string): string =>
  path
    .split('/')
    .at(-1)!
    .replace(/\.[^.]+$/, '');

/** What an object says of itself, of which at least the name. */
export function metadataOf({ _metadata: metadata }: Row): Row & { name: string } {
  if (!isObject(metadata)) throw new Misunderstood('The data lack the object "_metadata".');
  const { name } = metadata;
  if (typeof name !== 'string' || name.trim() === '') throw new Misunderstood('"_metadata" lacks a "name".');
  return { ...metadata, name: name.trim() };
}

/** The names among those of the metadata that mean nothing. */
export function refuseUnknown(metadata: Row, known: readonly string[]): void {
  const unknown = Object.keys(metadata).filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Misunderstood(`"_metadata" says things that mean nothing here: ${unknown.join(', ')}.`);
}
