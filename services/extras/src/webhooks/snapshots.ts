import { isDeepStrictEqual } from 'node:util';
import type { Row } from '@plumbline/model';

/** An object before and after a change, and what the change took away and brought, by key. */
export interface Snapshots {
  prechange: Row | null;
  postchange: Row | null;
  differences: { removed: Row | null; added: Row | null };
}

/** Compares two states key by key; when it was changed last says nothing about what was. */
export function compareStates(prechange: Row | null, postchange: Row | null): Snapshots {
  return { prechange, postchange, differences: differencesOf(prechange, postchange) };
}

function differencesOf(prechange: Row | null, postchange: Row | null): Snapshots['differences'] {
  if (!prechange || !postchange) return { removed: prechange, added: postchange };
  const changed = Object.keys(postchange).filter(
    (key) => key !== 'last_updated' && !isDeepStrictEqual(prechange[key], postchange[key]),
  );
  return {
    removed: Object.fromEntries(changed.map((key) => [key, prechange[key] ?? null])),
    added: Object.fromEntries(changed.map((key) => [key, postchange[key]])),
  };
}
