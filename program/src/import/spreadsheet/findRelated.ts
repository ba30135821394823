import type { Row } from '@plumbline/model';
import type { Api } from '../apply/openApi';
import { modelHere } from '../models';
import { NamesNone, Unfit } from './convert';

/** Finds objects by some of their values. */
export interface Related {
  /**
   * The id of the one object of a model whose attributes are these; throws `NamesNone` when there is none, `Unfit` when
   * there are several.
   */
  idOf(label: string, attributes: Readonly<Record<string, unknown>>): Promise<string | number>;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Looks in the lists of the API, each of which is asked for once. */
export function relatedIn(api: Api): Related {
  const lists = new Map<string, Promise<Row[]>>();
  const indexes = new Map<string, Map<string, Row[]>>();
  const listOf = (label: string): Promise<Row[]> => {
    const { app, endpoint } = modelHere(label);
    const known = lists.get(label) ?? allOf(api, `${app}/${endpoint}`);
    lists.set(label, known);
    return known;
  };
  return {
    idOf: async (label, attributes) => {
      const [only] = Object.values(attributes);
      if (Object.keys(attributes).length === 1 && typeof only === 'string' && uuid.test(only))
        return only.toLowerCase();
      const names = Object.keys(attributes).sort();
      const shape = `${label} ${names.join(' ')}`;
      let index = indexes.get(shape);
      if (!index) {
        index = indexBy(await listOf(label), names);
        indexes.set(shape, index);
      }
      const found = index.get(JSON.stringify(names.map((name) => plainText(attributes[name])))) ?? [];
      const { title, plural } = modelHere(label);
      const said = names.map((name) => `${name} ${plainText(attributes[name])}`).join(' and ');
      if (found.length === 0) throw new NamesNone(`there is no ${title} with ${said}`);
      if (found.length > 1)
        throw new Unfit(
          `there are ${found.length} ${plural} with ${said}: say more of it, in a column such as ${names[0]}'s`,
        );
      return found[0]!.id as string | number;
    },
  };
}

async function allOf(api: Api, endpoint: string): Promise<Row[]> {
  const all: Row[] = [];
  for await (const objects of api.list(endpoint, '', 1)) all.push(...objects);
  return all;
}

function indexBy(objects: readonly Row[], names: readonly string[]): Map<string, Row[]> {
  const index = new Map<string, Row[]>();
  for (const object of objects) {
    const key = JSON.stringify(names.map((name) => plainText(valueAt(object, name))));
    index.set(key, [...(index.get(key) ?? []), object]);
  }
  return index;
}

/** What an object says at a path: `manufacturer.name`. */
function valueAt(object: Row, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (value as Row | null | undefined)?.[name], object);
}

/** A value as it is written in a cell; related objects by their names. */
function plainText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '').trim();
  const { name, model, label } = value as Record<string, unknown>;
  return String(name ?? model ?? label ?? '').trim();
}
