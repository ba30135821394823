import { writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { unwritable } from '@plumbline/command';
import { makeFolder, type Settings } from '@plumbline/config';
import type { Log } from '@plumbline/log';
import type { Row } from '@plumbline/model';
import { stringify } from 'yaml';
import type { Api } from '../apply/openApi';
import { type Destination, withPlumbline } from '../apply/reachPlumbline';
import { partKinds, typeFields } from './parts';

export interface DeviceTypesExportOptions {
  /** Where the files are to go. */
  folder: string;
  /** Only types of this manufacturer, by name. */
  manufacturer?: string | undefined;
  destination: Destination;
  log: Log;
  progress: (part: string, done: number, total?: number) => void;
}

/** Writes types of devices into files of the library's form; answers how many types and pictures there were. */
export const exportDeviceTypes = (
  settings: Settings,
  options: DeviceTypesExportOptions,
): Promise<{ types: number; pictures: number }> =>
  withPlumbline(settings, options.destination, options.log, (api) => writeLibrary(api, options));

async function writeLibrary(
  api: Api,
  { folder, manufacturer, progress }: DeviceTypesExportOptions,
): Promise<{ types: number; pictures: number }> {
  const makers = new Map<unknown, string>();
  for await (const objects of api.list('dcim/manufacturers'))
    for (const object of objects) makers.set(object.id, String(object.name));
  if (manufacturer !== undefined && ![...makers.values()].includes(manufacturer))
    throw new Error(`There is no manufacturer ${manufacturer}.`);
  const parts = await allParts(api);
  const taken = new Set<string>();
  let types = 0;
  let pictures = 0;
  for await (const objects of api.list('dcim/device-types', 'sort=model'))
    for (const type of objects) {
      const maker = makers.get(idIn(type.manufacturer))!;
      if (manufacturer !== undefined && maker !== manufacturer) continue;
      const name = freeName(taken, fileName(maker), fileName(String(type.model)));
      const slug = `${fileName(maker)}-${name}`.toLowerCase();
      const found: Record<string, true> = {};
      for (const side of ['front', 'rear'] as const) {
        const address = type[`${side}_image`];
        const bytes = typeof address === 'string' && address !== '' ? await api.file(address) : undefined;
        if (!bytes) continue;
        const within = join(folder, 'elevation-images', fileName(maker));
        const ending = extname(new URL(String(address), 'http://localhost').pathname) || '.png';
        await writeInto(within, `${slug}.${side}${ending}`, bytes);
        found[`${side}_image`] = true;
        pictures += 1;
      }
      const within = join(folder, 'device-types', fileName(maker));
      const said = { manufacturer: maker, slug, ...typeSaid(type), ...found, ...partsSaid(parts, type.id) };
      await writeInto(within, `${name}.yaml`, `---\n${stringify(said)}`);
      types += 1;
      progress('device types', types);
    }
  return { types, pictures };
}

async function writeInto(folder: string, name: string, content: string | Buffer): Promise<void> {
  const file = join(folder, name);
  try {
    makeFolder(folder);
    await writeFile(file, content);
  } catch (error) {
    throw unwritable(file, error);
  }
}

/** The templates of all kinds of parts, by their type. */
type Parts = Map<string, Map<unknown, Row[]>>;

async function allParts(api: Api): Promise<Parts> {
  const parts: Parts = new Map();
  for (const { list, endpoint } of partKinds) {
    const byType = new Map<unknown, Row[]>();
    for await (const objects of api.list(endpoint))
      for (const object of objects) {
        const type = idIn(object.device_type);
        byType.set(type, [...(byType.get(type) ?? []), object]);
      }
    parts.set(list, byType);
  }
  return parts;
}

function typeSaid(type: Row): Row {
  const said = Object.fromEntries(typeFields.map((field) => [field, plain(type[field])]));
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== '' && value !== null));
}

function partsSaid(parts: Parts, id: unknown): Row {
  const said: Row = {};
  for (const { list, fields, refersTo } of partKinds) {
    const templates = parts.get(list)!.get(id) ?? [];
    if (templates.length === 0) continue;
    const targets = refersTo && new Map((parts.get(refersTo.list)!.get(id) ?? []).map((one) => [one.id, one.name]));
    said[list] = templates.map((template) => {
      const part: [string, unknown][] = [
        ['name', template.name],
        ['label', template.label],
        ...fields.map(({ here, there }): [string, unknown] => [there, plain(template[here])]),
        ...(refersTo ? [[refersTo.there, targets!.get(idIn(template[refersTo.here]))] as [string, unknown]] : []),
        ['description', template.description],
      ];
      const isSaid = (value: unknown) => value !== '' && value !== null && value !== undefined && value !== false;
      return Object.fromEntries(part.filter(([, value]) => isSaid(value)));
    });
  }
  return said;
}

const plain = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? (value as { value?: unknown }).value : value;

const idIn = (value: unknown): unknown => (value as { id?: unknown } | null)?.id;

/** What can be the name of a file on any system, of what people call something. */
function fileName(name: string): string {
  const safe = name
    .normalize('NFKD')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[.-]+|[.-]+$/g, '');
  return safe === '' ? 'unnamed' : safe.slice(0, 100);
}

/** A name in a folder that no other file of this export has, whatever the case of its letters. */
function freeName(taken: Set<string>, folder: string, wanted: string): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted}-${number}`;
    const place = `${folder}/${name}`.toLowerCase();
    if (taken.has(place)) continue;
    taken.add(place);
    return name;
  }
}
