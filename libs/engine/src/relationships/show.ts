import { Problem } from '@plumbline/http';
import { type Model, type Row, where } from '@plumbline/model';
import type { Work } from '../engine';
import type { Texts, Wanted } from '../read/nest';
import { findVisible } from '../verbs/ask';
import { type Facet, ownFilter, sideTitle } from './definition';
import { facetsOf } from './known';
import { type Links, linksOf } from './links';
import { matching } from './matching';

type Key = string | number;
/** Shows objects of all models as they are inside others. */
type ShowNested = (wanted: Wanted) => Promise<Texts>;

/**
 * The relationships of objects of one model, as the JSON text of each object's `relationships`. One question to extras
 * for all of them, and one or two to the owner of each model at the other ends; objects the caller may not view are
 * left out.
 */
export async function relationshipTexts(
  work: Work,
  model: Model,
  rows: Row[],
  nested: ShowNested | undefined,
): Promise<Map<unknown, string>> {
  const facets = facetsOf(work.engine, model.label);
  if (facets.length === 0) return new Map();
  const ids = rows.map(({ id }) => id as Key);
  const [links, ...passes] = await Promise.all([
    linksOf(work, facets, ids),
    ...facets.map((facet) => passing(work, model.label, facet, ids)),
  ]);
  const shown = await showOthers(work, links, nested);
  return new Map(
    ids.map((id) => {
      const mine = facets.filter((_, index) => passes[index]!(id));
      return [id, textOf(work, mine, (facet) => objectsOf(links, facet, id, shown))];
    }),
  );
}

/**
 * Tells which of these objects the filter on their end of a relationship lets pass; all where there is none, none where
 * it has lost its meaning since it was given.
 */
export async function passing(work: Work, label: string, facet: Facet, ids: Key[]): Promise<(id: Key) => boolean> {
  const filter = ownFilter(facet) ?? {};
  if (Object.keys(filter).length === 0) return () => true;
  try {
    const found = await matching(work, label, filter, ids);
    return (id) => found.has(id);
  } catch (error) {
    if (error instanceof Problem && error.status === 400) return () => false;
    throw error;
  }
}

/** Every object at an other end that is there and the caller may view, as it is shown, by the label of its model. */
async function showOthers(work: Work, links: Links, nested: ShowNested | undefined): Promise<Texts> {
  const wanted: Wanted = new Map();
  for (const [{ other }, linked] of links) {
    const ids = wanted.get(other) ?? new Set();
    for (const others of linked.values()) for (const id of others) ids.add(id);
    wanted.set(other, ids);
  }
  const visible = await Promise.all(
    [...wanted]
      .filter(([, ids]) => ids.size > 0)
      .map(async ([label, ids]) => [label, await findVisible(work, label, where('id', 'in', [...ids]))] as const),
  );
  if (nested) return nested(new Map(visible.map(([label, ids]) => [label, new Set(ids)])));
  return new Map(
    visible.map(([label, ids]) => [label, new Map(ids.map((id) => [id, `{"id":${JSON.stringify(id)}}`]))]),
  );
}

const objectsOf = (links: Links, facet: Facet, id: Key, shown: Texts): string[] =>
  (links.get(facet)?.get(id) ?? []).flatMap((other) => shown.get(facet.other)?.get(other) ?? []);

function textOf(work: Work, facets: Facet[], objects: (facet: Facet) => string[]): string {
  const byKey = new Map<string, Facet[]>();
  for (const facet of facets) {
    const { key } = facet.relationship;
    byKey.set(key, [...(byKey.get(key) ?? []), facet]);
  }
  const { catalog } = work.engine;
  const entries = [...byKey].map(([key, ends]) => {
    const { id, label, type } = ends[0]!.relationship;
    const url = catalog.url(work.scope.base, 'extras.relationship', id);
    const head = JSON.stringify({ id, url, label, name: label, type }).slice(0, -1);
    const sides = ends.map((facet) => {
      const said = JSON.stringify({ label: sideTitle(catalog, facet), object_type: facet.other }).slice(0, -1);
      return `,"${facet.side}":${said},"objects":[${objects(facet).join(',')}]}`;
    });
    return `${JSON.stringify(key)}:${head}${sides.join('')}}`;
  });
  return `{${entries.join(',')}}`;
}
