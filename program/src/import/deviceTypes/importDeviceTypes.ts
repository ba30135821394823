import { join } from 'node:path';
import { makeDataFolder, type Settings } from '@plumbline/config';
import type { Log } from '@plumbline/log';
import type { Row } from '@plumbline/model';
import { v5 as uuidV5 } from 'uuid';
import { aloneWith } from '../alone';
import { type Application, applyDrafts } from '../apply/applyDrafts';
import { type Draft, refTo } from '../apply/draft';
import { openDraftStore } from '../apply/draftStore';
import { type FileToSend, fileToSend } from '../apply/files';
import { type Identity, identities } from '../apply/identities';
import { type Destination, withPlumbline } from '../apply/reachPlumbline';
import { choicesHere } from '../models';
import { partKinds, typeFields } from './parts';
import { type LibraryType, readLibrary } from './readLibrary';

export interface DeviceTypesOptions {
  /** A folder of files, or one of them. */
  path: string;
  dryRun?: boolean;
  destination: Destination;
  log: Log;
  progress: (part: string, done: number, total?: number) => void;
}

export interface DeviceTypesImported extends Application {
  types: number;
  /** What the files say that has no place, with the number of files that say it. */
  nowhere: { what: string; count: number }[];
}

const idSpace = '0d3cf1b6-3a2b-5c31-8d51-9a4be0a1c1e7';

/** Types and their parts are known by their names: what is here is made to be as the file says. */
const known: Readonly<Record<string, Identity>> = {
  'dcim/manufacturers': identities['dcim/manufacturers']!,
  'dcim/device-types': { match: ['manufacturer', 'model'], updates: true },
  ...Object.fromEntries(partKinds.map(({ endpoint }) => [endpoint, { match: ['device_type', 'name'], updates: true }])),
};

/** Makes types of devices of files, with the templates of their parts, or makes those that are here be as the files say. */
export async function importDeviceTypes(settings: Settings, options: DeviceTypesOptions): Promise<DeviceTypesImported> {
  makeDataFolder(settings.dataDir);
  const folder = join(settings.dataDir, 'import-device-types');
  return aloneWith(folder, () => importWithin(folder, settings, options));
}

async function importWithin(
  folder: string,
  settings: Settings,
  options: DeviceTypesOptions,
): Promise<DeviceTypesImported> {
  const { path, dryRun = false, destination, log, progress } = options;
  const types = await readLibrary(path);
  const store = await openDraftStore(folder);
  const nowhere = new Map<string, number>();
  try {
    for (const type of types) {
      for (const draft of draftsOf(type, (what) => nowhere.set(what, (nowhere.get(what) ?? 0) + 1)))
        await store.add(draft.key === typeKey(type) ? { ...draft, ...(await picturesOf(type)) } : draft);
    }
    await store.finish();
    return await withPlumbline(settings, destination, log, async (api) => {
      const application = await applyDrafts(store, api, {
        idOf: (key) => uuidV5(key, idSpace),
        identities: known,
        dryRun,
        progress: (endpoint, done, total) => progress(endpoint, done, total),
      });
      const told = [...nowhere].map(([what, count]) => ({ what, count }));
      return { ...application, types: types.length, nowhere: told };
    });
  } finally {
    await store.remove();
  }
}

const manufacturerKey = (name: string): string => `manufacturer:${name}`;
const typeKey = ({ manufacturer, model }: Pick<LibraryType, 'manufacturer' | 'model'>): string =>
  `devicetype:${JSON.stringify([manufacturer, model])}`;
const partKey = (list: string, type: LibraryType, name: string): string => `${list}:${typeKey(type)} ${name}`;

const label = 'dcim.devicetype';
/** Fields of files that are about the library itself. */
const ofLibrary = new Set(['manufacturer', 'slug', 'front_image', 'rear_image']);

function draftsOf(type: LibraryType, nowhere: (what: string) => void): Draft[] {
  const { manufacturer, said } = type;
  const height = Number(said.u_height ?? 1);
  const isChild = said.subdevice_role === 'child';
  if (!Number.isInteger(height)) nowhere('u_height: heights are whole units here; it was rounded up');
  const body: Row = {
    manufacturer: refTo(manufacturerKey(manufacturer), true),
    model: type.model,
    part_number: String(said.part_number ?? ''),
    u_height: isChild ? 0 : Math.ceil(height),
    is_full_depth: said.is_full_depth ?? true,
    subdevice_role: choicesHere(label, 'subdevice_role').has(String(said.subdevice_role)) ? said.subdevice_role : '',
    comments: String(said.comments ?? ''),
  };
  const lists = new Set(partKinds.map(({ list }) => list));
  for (const [field, value] of Object.entries(said))
    if (!typeFields.includes(field) && !ofLibrary.has(field) && !lists.has(field) && value !== false)
      nowhere(`${field}: there is no such field here`);
  const drafts: Draft[] = [
    { endpoint: 'dcim/manufacturers', key: manufacturerKey(manufacturer), body: { name: manufacturer } },
    { endpoint: 'dcim/device-types', key: typeKey(type), body },
  ];
  for (const kind of partKinds)
    for (const one of (said[kind.list] ?? []) as Row[]) {
      const part: Row = {
        device_type: refTo(typeKey(type), true),
        name: String(one.name),
        label: String(one.label ?? ''),
        description: String(one.description ?? ''),
      };
      for (const { here, there, otherwise } of kind.fields) {
        const choices = choicesHere(kind.label, here);
        const value = one[there];
        if (choices.size > 0 && value !== undefined && !choices.has(value as string)) {
          nowhere(
            `${kind.list} of ${there} ${String(value)}: there is none such here; it became ${otherwise ?? 'none'}`,
          );
          part[here] = otherwise ?? '';
        } else if (value !== undefined && value !== null) part[here] = value;
        else if (otherwise) part[here] = otherwise;
      }
      const target = kind.refersTo && one[kind.refersTo.there];
      if (kind.refersTo && target !== undefined && target !== null)
        part[kind.refersTo.here] = refTo(partKey(kind.refersTo.list, type, String(target)), kind.refersTo.required);
      const names = [...kind.fields.map(({ there }) => there), kind.refersTo?.there, 'name', 'label', 'description'];
      for (const [field, value] of Object.entries(one))
        if (!names.includes(field) && value !== '' && value !== null)
          nowhere(`${kind.list} ${field}: there is no such field here`);
      drafts.push({ endpoint: kind.endpoint, key: partKey(kind.list, type, String(one.name)), body: part });
    }
  return drafts;
}

/** The pictures of a type, as its draft has them. */
async function picturesOf({ pictures }: LibraryType): Promise<Pick<Draft, 'files'>> {
  const files: Record<string, FileToSend> = {};
  for (const [field, path] of Object.entries(pictures)) files[field] = await fileToSend(path);
  return Object.keys(files).length > 0 ? { files } : {};
}
