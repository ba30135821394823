import { manyName } from '@plumbline/graphql';
import type { Model, Row } from '@plumbline/model';
import { manifestOf } from '@plumbline/model';
import { type Page, readObject, readPage } from './readPage';
import {
  Absent,
  contractManners,
  openRequests,
  type Patience,
  Refused,
  Unusable,
  usualPatience,
  type Waiting,
} from './requests';

/** How a part of a list is asked for. */
export interface Part {
  offset: number;
  limit: number;
  sorted?: boolean;
  /** Related objects as short as they can be told. */
  shallow?: boolean;
  /** Only objects that carry this tag. */
  tag?: string;
}

/** A running server of the same contract. */
export interface Source {
  /** Throws, with a sentence for the operator, when this is no such server, or lets nobody in with this token. */
  greet(): Promise<void>;
  page(endpoint: string, part: Part): Promise<Page>;
  /** How many objects a list has. */
  count(endpoint: string): Promise<number>;
  object(endpoint: string, id: string | number): Promise<Row>;
  /** The ids of all objects of a model, asked for without anything else that could go wrong. */
  ids(model: Model): Promise<(string | number)[]>;
  /** The bytes of a file that an object names by its address; undefined when they cannot be had. */
  file(address: string): Promise<Buffer | undefined>;
}

/** Ids asked for at a time. */
const idsAtATime = 1_000;

/** Speaks to a server as whoever the token belongs to. */
export function openSource(url: string, token: string, patience: Patience = usualPatience, waiting?: Waiting): Source {
  const base = rootOf(url);
  const { json, file } = openRequests(base, contractManners(token), patience, waiting);
  const page = async (endpoint: string, { offset, limit, sorted, shallow, tag }: Part): Promise<Page> => {
    const parameters = new URLSearchParams({ limit: String(limit), offset: String(offset) });
    if (shallow) parameters.set('depth', '0');
    if (sorted) parameters.set('sort', 'id');
    if (tag) parameters.set('tags', tag);
    return readPage(await json(`/api/${endpoint}/?${parameters}`));
  };
  return {
    greet: async () => {
      try {
        await json('/api/status/');
      } catch (error) {
        if (error instanceof Refused)
          throw new Error(`The token may not read anything at ${base}. Use one of a superuser.`);
        if (error instanceof Absent || error instanceof Unusable)
          throw new Error(`${base} does not answer as such a server does: ${error.message}. Is this its own address?`);
        throw error;
      }
    },
    page,
    count: async (endpoint) => {
      const part: Part = { offset: 0, limit: 1 };
      const { count } = await page(endpoint, { ...part, shallow: true }).catch((error) => {
        if (error instanceof Unusable) return page(endpoint, part);
        throw error;
      });
      return count;
    },
    object: async (endpoint, id) => {
      const read = async (query: string) => readObject(await json(`/api/${endpoint}/${id}/${query}`));
      return read('?depth=0').catch((error) => {
        if (error instanceof Unusable) return read('');
        throw error;
      });
    },
    ids: async (model) => {
      const ids = new Set<string | number>();
      const name = manyName(manifestOf(model));
      for (;;) {
        const query = `query { ${name}(limit: ${idsAtATime}, offset: ${ids.size}) { id } }`;
        const { data } = (await json('/api/graphql/', query)) as { data?: Record<string, unknown> };
        const objects = data?.[name];
        if (!Array.isArray(objects)) throw new Unusable('its ids cannot be had over GraphQL either');
        const before = ids.size;
        for (const { id } of objects as Row[]) ids.add(id as string);
        if (objects.length < idsAtATime || ids.size === before) return [...ids];
      }
    },
    file,
  };
}

/** The server's address, with or without what people copy along. */
export function rootOf(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Error(`${url} is not the address of a server, such as https://nautobot.example.org.`);
  return url.replace(/\/+$/, '').replace(/\/api$/, '');
}
