import createClient, { type Client } from 'openapi-fetch';
import { answered } from './answered';
import { everyObject, type Page } from './everyObject';
import type { BodyOf, DetailPath, ItemOf, ListPath, ObjectOf, QueryOf } from './paths';
import { type Patience, patientFetch } from './patientFetch';

export interface PlumblineOptions extends Partial<Patience> {
  /** Where Plumbline is: `https://plumbline.example.org`. */
  url: string;
  token: string;
  /** How many objects a page of a list has, unless said otherwise. */
  pageSize?: number;
}

/** A server, typed by the paths that `plumbline-types` has written of it. */
export interface Plumbline<Paths extends object>
  extends Pick<Client<Paths>, 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'> {
  /** Every object of a list, page by page, each page when it is wanted; also while some leave the list, as those do that are deleted. */
  list<Path extends ListPath<Paths>>(path: Path, query?: QueryOf<Paths, Path>): AsyncGenerator<ItemOf<Paths, Path>>;
  /**
   * Changes an object unless somebody else changes it meanwhile: then `edit` is asked again, about what is there now. It
   * answers what is to be changed; undefined: nothing.
   */
  change<Path extends DetailPath<Paths>>(
    path: Path,
    id: string,
    edit: (object: ObjectOf<Paths, Path>) => BodyOf<Paths, Path> | undefined,
  ): Promise<ObjectOf<Paths, Path>>;
}

/** Makes a client that pages, waits and tries again by itself. */
export function createPlumbline<Paths extends object>(options: PlumblineOptions): Plumbline<Paths> {
  const { url, token, pageSize = 200, attempts = 5, firstWait = 500, longestWait = 30_000 } = options;
  const api = createClient<Paths>({
    baseUrl: `${url.replace(/\/$/, '')}/api`,
    headers: { authorization: `Token ${token}` },
    fetch: patientFetch({ attempts, firstWait, longestWait }),
  });
  // The paths of a list and of an object are known to whoever calls; in here they are any.
  const untyped = api as unknown as Client<Record<string, Record<'get' | 'patch', AnyOperation>>>;

  const list = (path: string, query: object = {}): AsyncGenerator<unknown> =>
    everyObject(
      async (part) => answered(await untyped.GET(path, { params: { query: { ...query, ...part } } })) as Page<unknown>,
      { limit: pageSize, offset: 0 },
    );

  async function change(path: string, id: string, edit: (object: unknown) => object | undefined): Promise<unknown> {
    const params = { path: { id } };
    for (let attempt = 1; ; attempt++) {
      const read = await untyped.GET(path, { params });
      const object = answered(read);
      const body = edit(object);
      if (body === undefined) return object;
      const headers = { 'If-Match': read.response.headers.get('ETag') ?? '*' };
      const written = await untyped.PATCH(path, { params, headers, body });
      if (written.response.status !== changedMeanwhile || attempt >= attempts) return answered(written);
    }
  }

  const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = api;
  return { GET, POST, PUT, PATCH, DELETE, OPTIONS, list, change } as unknown as Plumbline<Paths>;
}

/** Precondition Failed: it is not what was read any more. */
const changedMeanwhile = 412;

interface AnyOperation {
  parameters: { query?: object; path?: object; header?: object };
  requestBody?: { content: { 'application/json': object } };
  responses: Record<200, { content: { 'application/json': unknown } }>;
}
