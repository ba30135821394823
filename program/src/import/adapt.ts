import type { Model, Row } from '@plumbline/model';
import { modelCatalog } from '@plumbline/serving';
import { allModels, changeLog } from '../dump/dumpEverything';
import { ownServices } from '../start/services';
import { refuseCircle } from './readPage';
import type { Source } from './source';

/** An object as it is to be here: as clients see it, and what they do not see of it. */
export interface Adapted {
  object: Row;
  hidden?: Row;
}

/** Makes of an object there what it is to be here. */
export type Adapt = (model: Model, object: Row) => Adapted;

export interface AdaptOptions {
  /** Whatever acts by itself arrives switched off. */
  paused?: boolean;
  /** The labels of content types there, by number. */
  numbers: ReadonlyMap<number, string>;
}

/** The models whose objects act by themselves, and can be switched off. */
export const pausable = ['extras.scheduledjob', 'extras.webhook', 'extras.jobhook'];

const byLabel = new Map<string, Model>(allModels().map((model) => [model.label, model]));

/** Adapts objects to this server: what is to be paused is switched off, and numbers of content types are ours. */
export function adaptWith({ paused, numbers }: AdaptOptions): Adapt {
  const catalog = modelCatalog(ownServices.all);
  /** The number of a content type here; its name where it has none here. */
  const ownNumber = (number: unknown): unknown => {
    const label = typeof number === 'number' ? numbers.get(number) : undefined;
    return label === undefined ? number : catalog.contentTypeNumber(label) || label;
  };
  return (model, object) => {
    if (model.label === changeLog) return { object: renumbered(object, ownNumber) };
    if (paused && pausable.includes(model.label) && object.enabled === true)
      return { object: { ...object, enabled: false }, hidden: { paused: true } };
    return { object };
  };
}

/** Reads how a server numbers the content types. */
export async function readNumbers(source: Source): Promise<Map<number, string>> {
  const numbers = new Map<number, string>();
  for (let offset = 0, more = true; more; ) {
    const page = await source.page('extras/content-types', { offset, limit: 500 });
    for (const { id, app_label, model } of page.objects) numbers.set(Number(id), `${app_label}.${model}`);
    offset += page.objects.length;
    refuseCircle(page, offset);
    more = page.more;
  }
  return numbers;
}

/** An entry of the change log whose record holds the numbers that content types have here. */
function renumbered(entry: Row, own: (number: unknown) => unknown): Row {
  const model = byLabel.get(String(entry.changed_object_type));
  const data = entry.object_data;
  if (!model || typeof data !== 'object' || data === null) return entry;
  const changed: Row = { ...(data as Row) };
  for (const [name, { kind, isSet }] of Object.entries(model.fields)) {
    const value = changed[name];
    if (!kind.namesContentTypes || value === undefined) continue;
    if (!isSet) changed[name] = own(value);
    else if (Array.isArray(value)) changed[name] = value.map(own);
  }
  return { ...entry, object_data: changed };
}
