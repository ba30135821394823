import type { Row } from '@plumbline/model';
import type { Identity } from './identities';
import type { Api } from './openApi';

/** The objects of an endpoint that are here, by what identifies them. */
export type Known = Map<string, Row[]>;

/**
 * What identifies an object, and those that are here under it: several, where it does not say enough; undefined where it
 * says nothing by which it could be known.
 */
export async function findIdentity(
  api: Api,
  known: Map<string, Known>,
  endpoint: string,
  identity: Identity,
  body: Row,
): Promise<{ name: string; here: Row[] } | undefined> {
  const name = identityIn(identity, body);
  if (name === undefined) return undefined;
  if (!known.has(endpoint)) {
    const all: Known = new Map();
    for await (const objects of api.list(endpoint))
      for (const object of objects) {
        const itsName = identityIn(identity, object);
        if (itsName === undefined) continue;
        const alike = all.get(itsName);
        if (alike) alike.push(object);
        else all.set(itsName, [object]);
      }
    known.set(endpoint, all);
  }
  return { name, here: known.get(endpoint)!.get(name) ?? [] };
}

/** Notes an object that was made just now. */
export function rememberIdentity(known: Map<string, Known>, endpoint: string, identity: Identity, object: Row): void {
  const name = identityIn(identity, object);
  if (name !== undefined) known.get(endpoint)?.set(name, [object]);
}

/** Notes that objects go by what identifies them now, and by nothing that did before. */
export function renameIdentities(
  known: Map<string, Known>,
  endpoint: string,
  identity: Identity,
  objects: readonly Row[],
): void {
  const all = known.get(endpoint);
  if (!all || objects.length === 0) return;
  const ids = new Set(objects.map(({ id }) => String(id)));
  const isOther = ({ id }: Row) => !ids.has(String(id));
  for (const [name, alike] of all) if (!alike.every(isOther)) all.set(name, alike.filter(isOther));
  for (const object of objects) {
    const name = identityIn(identity, object);
    if (name !== undefined) all.set(name, [...(all.get(name) ?? []), object]);
  }
}

/** What identifies an object, in one text; undefined where it says nothing by which it could be known. */
export function identityIn({ match }: Identity, object: Row): string | undefined {
  const values = match.map((field) => plain(object[field]));
  return values.every((value) => value === undefined || value === null || value === '')
    ? undefined
    : JSON.stringify(values);
}

function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value ?? null;
  const { id, value: choice } = value as { id?: unknown; value?: unknown };
  return id ?? choice;
}
