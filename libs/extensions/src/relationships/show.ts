import {
  findVisible,
  groupedBy,
  matching,
  meansNothing,
  type ShowNested,
  type UnitOfWork,
  visitYielding,
} from '@plumbline/engine';
import { type Model, type ObjectKey, type Row, where } from '@plumbline/model';
import { type Links, linksOf } from './links';
import { ownFilter, type RelationshipSide, relationshipLabel, sideTitle } from './relationship';
import { sidesOf } from './relationships';

/** Objects by the label of their model, and their JSON texts. */
type Wanted = Parameters<ShowNested>[0];
type Texts = Awaited<ReturnType<ShowNested>>;

/**
 * The relationships of objects of one model, as the JSON text of each object's `relationships`. One question to extras
 * for all of them, and one or two to the owner of each model at the other ends; objects the caller may not view are
 * left out.
 */
export async function relationshipTexts(
  work: UnitOfWork,
  model: Model,
  rows: Row[],
  nested: ShowNested | undefined,
): Promise<Map<unknown, string>> {
  const relationshipSides = sidesOf(work.engine, model.label);
  if (relationshipSides.length === 0) return new Map();
  const ids = rows.map(({ id }) => id as ObjectKey);
  const [links, ...passes] = await Promise.all([
    linksOf(work, relationshipSides, ids),
    ...relationshipSides.map((relationshipSide) => filterAllows(work, model.label, relationshipSide, ids)),
  ]);
  const shown = await showOthers(work, links, nested);
  const entries = entriesOf(work, relationshipSides);
  const passesBy = new Map(relationshipSides.map((relationshipSide, index) => [relationshipSide, passes[index]!]));
  const texts = new Map<unknown, string>();
  await visitYielding(work, ids, (id) => {
    const objects = (relationshipSide: RelationshipSide) =>
      passesBy.get(relationshipSide)!(id) ? objectsOf(links, relationshipSide, id, shown) : undefined;
    texts.set(id, textOf(entries, objects));
  });
  return texts;
}

/**
 * Tells which of these objects the filter on their end of a relationship lets pass; all where there is none, none where
 * it has lost its meaning since it was given.
 */
export async function filterAllows(
  work: UnitOfWork,
  label: string,
  relationshipSide: RelationshipSide,
  ids: ObjectKey[],
): Promise<(id: ObjectKey) => boolean> {
  const filter = ownFilter(relationshipSide) ?? {};
  if (Object.keys(filter).length === 0) return () => true;
  try {
    const found = await matching(work, label, filter, ids);
    return (id) => found.has(id);
  } catch (error) {
    if (meansNothing(error)) return () => false;
    throw error;
  }
}

/** Every object at an other end that is there and the caller may view, as it is shown, by the label of its model. */
async function showOthers(work: UnitOfWork, links: Links, nested: ShowNested | undefined): Promise<Texts> {
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

const objectsOf = (links: Links, relationshipSide: RelationshipSide, id: ObjectKey, shown: Texts): string[] =>
  (links.get(relationshipSide)?.get(id) ?? []).flatMap((other) => shown.get(relationshipSide.other)?.get(other) ?? []);

/** What is the same of a relationship for all objects: its text, and where that goes on for each of its sides. */
interface Entry {
  beginning: string;
  sides: { relationshipSide: RelationshipSide; beginning: string }[];
}

function entriesOf({ engine: { catalog }, scope }: UnitOfWork, relationshipSides: RelationshipSide[]): Entry[] {
  const byKey = groupedBy(relationshipSides, ({ relationship }) => relationship.key);
  return [...byKey].map(([key, ends]) => {
    const { id, label, type } = ends[0]!.relationship;
    const url = catalog.url(scope.base, relationshipLabel, id);
    const head = JSON.stringify({ id, url, label, name: label, type }).slice(0, -1);
    const sides = ends.map((relationshipSide) => {
      const said = JSON.stringify({
        label: sideTitle(catalog, relationshipSide),
        object_type: relationshipSide.other,
      }).slice(0, -1);
      return { relationshipSide, beginning: `,"${relationshipSide.side}":${said},"objects":[` };
    });
    return { beginning: `${JSON.stringify(key)}:${head}`, sides };
  });
}

/** The relationships of one object; a side that is not for it has no objects, not even none. */
function textOf(entries: Entry[], objects: (relationshipSide: RelationshipSide) => string[] | undefined): string {
  const texts: string[] = [];
  for (const entry of entries) {
    let text = '';
    for (const { relationshipSide, beginning } of entry.sides) {
      const mine = objects(relationshipSide);
      if (mine) text += `${beginning}${mine.join(',')}]}`;
    }
    if (text !== '') texts.push(`${entry.beginning}${text}}`);
  }
  return `{${texts.join(',')}}`;
}
