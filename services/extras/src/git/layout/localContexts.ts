import { isObject, type LocalContexts } from '@plumbline/domain';
import { Misunderstood } from '../applying/wanted';
import type { GitDocument } from '../messages';
import { nameOf } from './parts';

type LocalContext = LocalContexts['contexts'][number];

/** The data of its own that a file gives to one device or virtual machine, which is named as the file is. */
export function localContextIn({ path, value }: GitDocument): LocalContext {
  if (!isObject(value)) throw new Misunderstood('The file must hold an object.');
  return { name: nameOf(path), data: value };
}
