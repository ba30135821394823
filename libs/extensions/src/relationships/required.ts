import { addError, type Item, select, type UnitOfWork } from '@plumbline/engine';
import type { FieldErrors } from '@plumbline/http';
import { capitalise, everything, type Model, type ObjectKey } from '@plumbline/model';
import { linksOf } from './links';
import type { RelationshipSide } from './relationship';
import type { RelationshipInput, SideInput } from './relationshipInput';
import { sidesOf } from './relationships';
import { unseenAmong } from './unseen';

/**
 * Refuses objects that lack an association they must have, or that the request would take it from (docs/contract/custom-data.md).
 */
export async function checkRequired(
  work: UnitOfWork,
  model: Model,
  items: Item[],
  input: RelationshipInput,
): Promise<void> {
  const required = sidesOf(work.engine, model.label).filter(
    ({ relationship, own }) => relationship.required_on === own,
  );
  if (required.length === 0) return;
  const emptied = ({ relationshipSide, ids }: SideInput) => required.includes(relationshipSide) && ids.length === 0;
  const keeping = items.filter((item) => item.before && (input.get(item)?.some(emptied) ?? true));
  const links = await linksOf(
    work,
    required,
    keeping.map((item) => item.before!.id as ObjectKey),
  );
  const linked = ({ before }: Item, wanted: RelationshipSide): ObjectKey[] =>
    (before && links.get(wanted)?.get(before.id as ObjectKey)) ?? [];
  const unseen = new Map<RelationshipSide, Set<ObjectKey>>();
  for (const wanted of required) {
    const others = keeping.filter((item) => input.has(item)).flatMap((item) => linked(item, wanted));
    unseen.set(wanted, await unseenAmong(work, wanted.other, new Set(others)));
  }
  const has = (item: Item, wanted: RelationshipSide): boolean => {
    const sent = input.get(item);
    if (!sent) return linked(item, wanted).length > 0;
    const given = sent.find(({ relationshipSide }) => relationshipSide === wanted);
    if (given === undefined) return false;
    return given.ids.length > 0 || linked(item, wanted).some((id) => unseen.get(wanted)!.has(id));
  };
  const missing = new Map<Item, FieldErrors>();
  for (const relationshipSide of required) {
    const lacking = items.filter((item) => !has(item, relationshipSide));
    if (lacking.length === 0) continue;
    const messages = await whatIsMissing(work, model, relationshipSide);
    for (const item of lacking)
      missing.set(item, { ...missing.get(item), [relationshipSide.relationship.key]: messages });
  }
  for (const [item, relationships] of missing) addError(item, { relationships });
}

async function whatIsMissing(
  work: UnitOfWork,
  model: Model,
  { relationship: { key }, side, other, many }: RelationshipSide,
): Promise<string[]> {
  const needed = `You need to specify ["relationships"]["${key}"]["${side}"]["objects"].`;
  if ((await select(work, other, everything, { limit: 1 })).length > 0) return [needed];
  const { catalog } = work.engine;
  const manifest = catalog.find(other);
  const [one, several] = manifest ? [manifest.title, manifest.plural] : [other, other];
  const mine = model.plural.split(' ').map(capitalise).join(' ');
  const where = (catalog.url('', other, '') ?? other).replace(/\/\/$/, '/');
  return [
    `${mine} require ${many ? 'at least one' : 'a'} ${one}, but no ${several} exist yet. Create a ${one} by posting to ${where}`,
    needed,
  ];
}
