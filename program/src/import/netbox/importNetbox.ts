import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDataFolder, makeFolder, type Settings } from '@plumbline/config';
import type { Log } from '@plumbline/log';
import { v5 as uuidV5 } from 'uuid';
import { aloneWith } from '../alone';
import { type Application, applyDrafts } from '../apply/applyDrafts';
import { openDraftStore } from '../apply/draftStore';
import type { Api } from '../apply/openApi';
import { type Destination, withPlumbline } from '../apply/reachPlumbline';
import type { Applied } from '../apply/task';
import type { Patience, Waiting } from '../requests';
import { openTextFile } from '../textFile';
import { mappings } from './mapping';
import { namespacesStay } from './namespacesStay';
import type { NetboxData } from './netboxData';
import { openNetbox } from './openNetbox';
import { type Plan, planImport } from './plan';
import { readFolder } from './readFolder';
import { readBefore, readNetbox } from './readNetbox';
import { dropParts, hasTemplates } from './templatesLeave';

export interface NetboxImportOptions {
  /** The address of a NetBox, or a folder with what its API said. */
  from: string;
  token?: string | undefined;
  /** Tells one NetBox from others that are imported into the same Plumbline. */
  source?: string | undefined;
  /** It is the NetBox of the last import, at another address. */
  moved?: boolean;
  dryRun?: boolean;
  skip?: ReadonlySet<string>;
  destination: Destination;
  patience?: Patience;
  waiting?: Waiting;
  log: Log;
  progress: (part: string, done: number, total?: number) => void;
}

/** What an import did, or would do; with how many objects of each kind there are here now. */
export interface NetboxImported extends Plan, Application {
  applied: (Applied & { here: number })[];
  /** The file with everything that has no place, whole. */
  leftovers: string;
}

/** The lists that can be left out. */
export const netboxLists = (): string[] => mappings.map(({ list }) => list).sort();

/** A name for ids, from which those of all objects of all NetBoxes follow. */
const idSpace = '6f2c7e0a-3f5d-5b0e-9a44-0c6d6a1b7f21';

/** The id here of what goes by a key there; the same in every run. */
export const idFor = (source: string, key: string): string => uuidV5(`${source} ${key}`, idSpace);

/** Kinds of objects that Plumbline numbers itself. */
const numbered = new Set(['users/groups']);

/** Said of other objects before these can have it, so made before all others. */
const definitions = [
  'extras/statuses',
  'extras/roles',
  'extras/custom-fields',
  'extras/custom-field-choices',
  'extras/tags',
];

/**
 * Takes over what a NetBox holds. First all of it is read, then what it is to be here is worked out, and only then is
 * anything written: what is not here is made, what differs is changed. Cut off, it goes on when it is given again.
 */
export async function importNetbox(settings: Settings, options: NetboxImportOptions): Promise<NetboxImported> {
  const { from } = options;
  const isFolder = existsSync(from) && statSync(from).isDirectory();
  if (!isFolder && !/^https?:/i.test(from))
    throw new Error(`${from} is neither a folder nor the address of a NetBox, such as https://netbox.example.org.`);
  const source = options.source ?? 'netbox';
  makeDataFolder(settings.dataDir);
  const folder = join(
    settings.dataDir,
    `import-netbox-${createHash('sha256').update(source).digest('hex').slice(0, 12)}`,
  );
  makeFolder(folder, 0o700);
  return aloneWith(folder, () => importInto(folder, source, isFolder, settings, options));
}

async function importInto(
  folder: string,
  source: string,
  isFolder: boolean,
  settings: Settings,
  options: NetboxImportOptions,
): Promise<NetboxImported> {
  const { from, progress, log, destination } = options;
  const reading = join(folder, 'read');
  const where = await demandSameNetbox(folder, isFolder ? undefined : from, options);
  const data = isFolder ? await readFolder(from, options.skip ?? new Set()) : await readThere(reading, from, options);
  const store = await openDraftStore(join(folder, 'plan'));
  const leftovers = join(settings.dataDir, `netbox-without-place${options.source ? `-${options.source}` : ''}.jsonl`);
  try {
    const plan = await writePlan(data, store, leftovers);
    const done = await withPlumbline(settings, destination, log, async (api) => {
      const cleaning = await openCleaning(join(folder, 'new-devices.json'), api, options.dryRun ?? false);
      const application = await applyDrafts(store, api, {
        idOf: (key) => idFor(source, key),
        dryRun: options.dryRun ?? false,
        before: orderOf(store.endpoints()),
        numbered,
        stays: namespacesStay(api),
        ...cleaning,
        progress: (endpoint, count, total) => progress(endpoint, count, total),
      });
      return { ...application, applied: await countAll(api, application) };
    });
    // After a dry run too: who looks at it corrects things there, and is to see that.
    await rm(reading, { recursive: true, force: true });
    if (where && !options.dryRun) await writeFile(join(folder, 'origin.json'), JSON.stringify(where), { mode: 0o600 });
    return { ...plan, ...done, leftovers };
  } finally {
    await store.remove();
  }
}

/** What a NetBox says now, or said before this import was cut off. */
async function readThere(reading: string, from: string, options: NetboxImportOptions): Promise<NetboxData> {
  const netbox = openNetbox(from, options.token!, options.patience, options.waiting);
  const skip = options.skip ?? new Set<string>();
  await forgetUnless(reading, { from, skip: [...skip].sort() });
  const before = await readBefore(reading);
  // Looked at again even then, so that a wrong token is told.
  if (before) {
    await netbox.version();
    return before;
  }
  return readNetbox(netbox, reading, { skip, progress: options.progress });
}

/** Begins anew where what was read before is not all that is asked for now. */
async function forgetUnless(reading: string, asked: { from: string; skip: string[] }): Promise<void> {
  const file = join(reading, 'asked.json');
  const text = JSON.stringify(asked);
  if (existsSync(file) && (await readFile(file, 'utf8')) === text) return;
  await rm(reading, { recursive: true, force: true });
  makeFolder(reading, 0o700);
  await writeFile(file, text, { mode: 0o600 });
}

/** Refuses to take another NetBox for the one that was imported here before. */
async function demandSameNetbox(
  folder: string,
  from: string | undefined,
  { moved, source }: NetboxImportOptions,
): Promise<string | undefined> {
  if (from === undefined) return undefined;
  const host = URL.canParse(from) ? new URL(from).host : from;
  const file = join(folder, 'origin.json');
  const before = existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as string) : undefined;
  if (before !== undefined && before !== host && !moved)
    throw new Error(
      `What was imported here${source ? ` as ${source}` : ''} before came from ${before}. If ${host} is the same NetBox, say --moved; if it is another one, give it a name: --source NAME`,
    );
  return host;
}

async function writePlan(data: NetboxData, store: Parameters<typeof planImport>[1], leftovers: string): Promise<Plan> {
  const text = openTextFile(`${leftovers}.next`);
  const plan = await planImport(data, store, (entry) => text.write(`${JSON.stringify(entry)}\n`));
  await text.finish();
  await rename(`${leftovers}.next`, leftovers);
  return plan;
}

/** Pairs of endpoints of which the first has to come first, though nothing refers to it. */
function orderOf(endpoints: string[]): (readonly [string, string])[] {
  const others = endpoints.filter((endpoint) => !definitions.includes(endpoint));
  const isTemplate = (endpoint: string) => endpoint.startsWith('dcim/') && endpoint.endsWith('-templates');
  return [
    ...definitions.flatMap((first) => others.map((then) => [first, then] as const)),
    ['extras/custom-fields', 'extras/custom-field-choices'],
    // Members take their places in a chassis that is there; its master is one of them.
    ['dcim/virtual-chassis', 'dcim/devices'],
    // New devices are given parts by templates that are there; those they have come by themselves.
    ...endpoints.filter(isTemplate).map((then) => ['dcim/devices', then] as const),
    ['ipam/prefixes', 'ipam/ip-addresses'],
    // An address has to be one of its device's before it can be the first of them.
    ['dcim/devices', 'ipam/ip-addresses'],
    ['virtualization/virtual-machines', 'ipam/ip-addresses'],
    // Nobody is told of what is imported.
    ...endpoints
      .filter((endpoint) => endpoint !== 'extras/webhooks')
      .map((first) => [first, 'extras/webhooks'] as const),
  ];
}

/** Sees to it that new devices have the parts they have in NetBox and no others, also when it is cut off in between. */
async function openCleaning(file: string, api: Api, dryRun: boolean) {
  if (dryRun || !(await hasTemplates(api))) {
    if (!dryRun) await rm(file, { force: true });
    return {};
  }
  if (existsSync(file)) {
    await dropParts(api, JSON.parse(await readFile(file, 'utf8')) as string[]);
    await rm(file);
  }
  return {
    making: async (endpoint: string, ids: string[]) => {
      if (endpoint !== 'dcim/devices') return;
      await writeFile(`${file}.next`, JSON.stringify(ids), { mode: 0o600 });
      await rename(`${file}.next`, file);
    },
    made: async (endpoint: string, ids: string[]) => {
      if (endpoint !== 'dcim/devices') return;
      await dropParts(api, ids);
      await rm(file, { force: true });
    },
  };
}

/** How many objects of each kind there are here now. */
async function countAll(api: Api, { applied }: Application): Promise<NetboxImported['applied']> {
  const counted: NetboxImported['applied'] = [];
  for (const one of applied) counted.push({ ...one, here: await api.count(one.endpoint) });
  return counted;
}
