import { addError, type Item, select, type UnitOfWork, withoutErrors } from '@plumbline/engine';
import type { FieldErrors } from '@plumbline/http';
import { everything, type Model } from '@plumbline/model';
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
  const silent = withoutErrors(items).filter((item) => item.before && !input.has(item));
  const links = await linksOf(
    work,
    required,
    silent.map((item) => item.before!.id as Key),
  );
  const missing = new Map<Item, FieldErrors>();
  for (const relationshipSide of required) {
    const lacking = withoutErrors(items).filter((item) => {
      if (
        input
          .get(item)
          ?.some((sideInput) => sideInput.relationshipSide === relationshipSide && sideInput.ids.length > 0)
      )
        return false;
      const known =
        item.before && !input.has(item) ? links.get(relationshipSide)?.get(item.before.id as Key) : undefined;
      return known === undefined;
    });
    if (lacking.length === 0) continue;
    const messages = await whatIsMissing(work, model, relationshipSide);
    for (const item of lacking) {
      const known = missing.get(item) ?? {};
      missing.set(item, { ...known, [relationshipSide.relationship.key]: messages });
    }
  }
  for (const [item, relationships] of missing) addError(item, { relationships });
}

async function whatIsMissing(
  work: UnitOfWork,
  model: Model,
  { relationship: { key }, side, other }: RelationshipSide,
): Promise<string[]> {
  const needed = `You need to specify ["relationships"]["${key}"]["${side}"]["objects"].`;
  if ((await select(work, other, everything, { limit: 1 })).length > 0) return [needed];
  const { catalog } = work.engine;
  const manifest = catalog.find(other);
  const [one, several] = manifest ? [manifest.title, manifest.plural] : [other, other];
  const mine = model.plural.charAt(0).toUpperCase() + model.plural.slice(1);
  return [
    `${mine} require at least one ${one}, but no ${several} exist yet. You need to create one by posting to ${(catalog.url('', other, '') ?? other).replace(/\/\/$/, '/')}`,
    needed,
  ];
}
