import { addError, type Item, select, type UnitOfWork } from '@plumbline/engine';
import type { FieldErrors } from '@plumbline/http';
import { capitalise, everything, type Model } from '@plumbline/model';
import { linksOf } from './links';
import type { RelationshipSide } from './relationship';
import type { RelationshipInput } from './relationshipInput';
import { sidesOf } from './relationships';

type Key = string | number;

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
  const silent = items.filter((item) => item.before && !input.has(item));
  const links = await linksOf(
    work,
    required,
    silent.map((item) => item.before!.id as Key),
  );
  const has = (item: Item, wanted: RelationshipSide): boolean => {
    const sent = input.get(item);
    if (sent) return sent.some(({ relationshipSide, ids }) => relationshipSide === wanted && ids.length > 0);
    return item.before !== undefined && links.get(wanted)?.get(item.before.id as Key) !== undefined;
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
