import { createHash } from 'node:crypto';
import type { Model, Row } from '@plumbline/model';
import { endpointOf } from '@plumbline/upkeep';
import { allModels } from '../dump/dumpEverything';
import { linesOf } from '../restore/dumpFile';

/** A list that a model shows of what rows of a linking model link its objects to. */
interface ShownList {
  endpoint: string;
  name: string;
  via: string;
  through: string;
}

/**
 * The objects of a linking model without an endpoint, as the objects that it links tell of them; `file` holds those.
 * Their ids, which nobody tells, follow from what they link.
 */
export async function linksFromObjects(file: string, model: Model): Promise<Row[]> {
  const lists = listsOf(model);
  const links = new Map<string, Row>();
  if (lists.length === 0) return [];
  for await (const { text } of linesOf(file)) {
    const { endpoint, object } = JSON.parse(text) as { endpoint: string; object: Row };
    for (const list of lists.filter((one) => one.endpoint === endpoint))
      for (const target of (object[list.name] as Row[] | undefined) ?? []) {
        const link = { [list.via]: { id: object.id }, [list.through]: { id: target.id } };
        const id = idFor(model, link);
        links.set(id, { id, ...link });
      }
  }
  return [...links.values()];
}

const listsOf = (model: Model): ShownList[] =>
  allModels().flatMap((owner) =>
    Object.entries(owner.fields).flatMap(([name, { kind, options, isMany }]) => {
      const { of, via, through, at } = options;
      const isShown = owner.endpoint && kind.source === 'referrers' && isMany;
      if (!isShown || of !== model.label || !via || !through || at) return [];
      return [{ endpoint: endpointOf(owner), name, via, through }];
    }),
  );

function idFor({ label }: Model, link: Row): string {
  const text = JSON.stringify([label, Object.entries(link).sort()]);
  const digits = createHash('sha256').update(text).digest('hex');
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
}
