import type { FieldErrors } from '@plumbline/http';
import { everything, type Model } from '@plumbline/model';
import type { Work } from '../engine';
import { select } from '../verbs/ask';
import { blame, type Item, sound } from '../write/item';
import type { Facet } from './definition';
import { facetsOf } from './known';
import { linksOf } from './links';
import type { Wishes } from './wishes';

type Key = string | number;

/**
 * Refuses objects that lack an association they must have, or that the request would take it from (rules/extras.md §4).
 */
export async function demandRequired(work: Work, model: Model, items: Item[], wishes: Wishes): Promise<void> {
  if (!model.abilities.relationships) return;
  const required = facetsOf(work.engine, model.label).filter(
    ({ relationship, own }) => relationship.required_on === own,
  );
  if (required.length === 0) return;
  const silent = sound(items).filter((item) => item.before && !wishes.has(item));
  const links = await linksOf(
    work,
    required,
    silent.map((item) => item.before!.id as Key),
  );
  const missing = new Map<Item, FieldErrors>();
  for (const facet of required) {
    const lacking = sound(items).filter((item) => {
      if (wishes.get(item)?.some((wish) => wish.facet === facet && wish.ids.length > 0)) return false;
      const known = item.before && !wishes.has(item) ? links.get(facet)?.get(item.before.id as Key) : undefined;
      return known === undefined;
    });
    if (lacking.length === 0) continue;
    const messages = await whatIsMissing(work, model, facet);
    for (const item of lacking) {
      const known = missing.get(item) ?? {};
      missing.set(item, { ...known, [facet.relationship.key]: messages });
    }
  }
  for (const [item, relationships] of missing) blame(item, { relationships });
}

async function whatIsMissing(
  work: Work,
  model: Model,
  { relationship: { key }, side, other }: Facet,
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
