import { join, resolve } from 'node:path';
import type { JobSettings } from '@plumbline/config';
import type { Origin } from '../jobs/origin';
import { resolvePackage } from './discovery';

/** The file a job is loaded from; undefined when it is nowhere. */
export function locate({ kind, path }: Origin, settings: JobSettings): string | undefined {
  if (kind === 'shipped') return join(__dirname, '../../dist/shipped', `${path}.js`);
  if (kind === 'package') return resolvePackage(path, settings.folder);
  const file = resolve(settings.folder, path);
  return file.startsWith(resolve(settings.folder)) ? file : undefined;
}
