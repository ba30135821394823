import { resolve } from 'node:path';
import { list } from './definition';
import { type App, apps, type LoadedApp } from './settings';

/** What apps cannot be called: words that stand for something else where names of services do, also in names of variables. */
const taken: readonly string[] = [
  ...apps,
  'all',
  'database',
  'doctor',
  'every',
  'gateway',
  'nats',
  'public',
  'reader',
  'worker',
];

/** A name stands in URLs, in names of variables, of schemas and of subjects of the bus. */
const isName = (name: App): boolean => /^[a-z][a-z0-9]{1,30}$/.test(name) && !taken.includes(name);

const isFolder = (from: string): boolean => /^([./\\]|[A-Za-z]:)/.test(from);

function readApp(text: string): LoadedApp {
  const [, said, where = ''] = /^(?:([^=]*)=)?(.*)$/.exec(text)!;
  const from = isFolder(where) ? resolve(where) : where;
  return { name: said ?? from.split(/[/\\]/).at(-1)!, from };
}

/** Folders and packages of apps, separated by commas, with their names before them where these are others. */
export function loadedApps() {
  return list()
    .transform((parts) => parts.map(readApp).sort((one, other) => (one.name < other.name ? -1 : 1)))
    .refine(
      (read) => read.every(({ name, from }) => isName(name) && from !== ''),
      `name folders and packages of apps, each called by small letters and digits that mean nothing else yet (bgp=./folder)`,
    )
    .refine((read) => new Set(read.map(({ name }) => name)).size === read.length, 'name each app once');
}
