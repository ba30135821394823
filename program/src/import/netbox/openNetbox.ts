import type { Lists } from '../readList';
import { readPage } from '../readPage';
import { Absent, openRequests, type Patience, Refused, Unusable, usualPatience, type Waiting } from '../requests';
import { rootOf } from '../source';

/** A running NetBox. */
export interface Netbox extends Lists {
  url: string;
  /** The bytes of a file that an object names by its address; undefined when they cannot be had. */
  file(address: string): Promise<Buffer | undefined>;
  /** Its release; throws, with a sentence for the operator, when this is no NetBox, or lets nobody in with this token. */
  version(): Promise<readonly [number, number]>;
}

/** The oldest release whose shapes are known. */
const oldest = [3, 7] as const;

/** Tokens of the second kind, since 4.5, say so themselves. */
const schemeOf = (token: string): string => (token.startsWith('nbt_') ? 'Bearer' : 'Token');

/** Speaks to a NetBox as whoever the token belongs to. */
export function openNetbox(
  address: string,
  token: string,
  patience: Patience = usualPatience,
  waiting?: Waiting,
): Netbox {
  const url = rootOf(address);
  const { json, file } = openRequests(
    url,
    { accept: 'application/json', authorization: `${schemeOf(token)} ${token}` },
    patience,
    waiting,
  );
  const page: Netbox['page'] = async (list, { offset, limit, sorted }) => {
    const parameters = new URLSearchParams({ limit: String(limit), offset: String(offset) });
    if (sorted) parameters.set('ordering', 'id');
    return readPage(await json(`/api/${list}/?${parameters}`));
  };
  return {
    url,
    page,
    file,
    count: async (list) => (await page(list, { offset: 0, limit: 1 })).count,
    version: async () => {
      const answer = await json('/api/status/').catch((error) => {
        if (error instanceof Refused)
          throw new Error(`NetBox at ${url} does not take this token. Make one for a superuser there, and try again.`);
        if (error instanceof Absent || error instanceof Unusable)
          throw new Error(`${url} does not answer as NetBox does: ${error.message}. Is this its own address?`);
        throw error;
      });
      return readVersion((answer as Record<string, unknown> | null)?.['netbox-version'], url);
    },
  };
}

/** `[4, 6]` of `4.6.8`; throws when it is none, or too old. */
export function readVersion(text: unknown, where: string): readonly [number, number] {
  const [, major, minor] = /^v?(\d+)\.(\d+)/.exec(String(text ?? '')) ?? [];
  if (major === undefined || minor === undefined)
    throw new Error(`${where} does not say which NetBox it is of. Is this its own address?`);
  const version = [Number(major), Number(minor)] as const;
  if (version[0] < oldest[0] || (version[0] === oldest[0] && version[1] < oldest[1]))
    throw new Error(`NetBox ${String(text)} is older than ${oldest.join('.')}: upgrade it there first.`);
  return version;
}
