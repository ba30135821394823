import { problems } from '@plumbline/http';
import { type Criteria, type Model, readUuid, where } from '@plumbline/model';
import type { Work } from '../engine';
import { select } from '../verbs/ask';
import { associationLabel, type Facet, isSymmetric } from './definition';
import { facetsOf } from './known';

/** The end of a relationship that a parameter `cr_<key>__<side>` filters by; one that is hidden has no filter. */
export function relationshipFilter({ engine }: Work, model: Model, parameter: string): Facet | undefined {
  if (!parameter.startsWith('cr_') || !model.abilities.relationships) return undefined;
  return facetsOf(engine, model.label).find(
    ({ relationship, own, side }) => !relationship[`${own}_hidden`] && parameter === `cr_${relationship.key}__${side}`,
  );
}

/** Objects linked with any of these; extras says which. Throws a 400 for what is no id. */
export async function relationshipCriteria(
  work: Work,
  { relationship, own }: Facet,
  values: string[],
): Promise<Criteria> {
  const others = values.map((value) => {
    const id = readUuid(value);
    if (id === undefined) throw problems.malformed(`“${value}” is not a valid UUID.`);
    return id;
  });
  const ends = isSymmetric(relationship) ? (['source', 'destination'] as const) : [own];
  const found = await Promise.all(
    ends.map(async (end) => {
      const opposite = end === 'source' ? 'destination_id' : 'source_id';
      const criteria = { and: [where('relationship', 'exact', relationship.id), where(opposite, 'in', others)] };
      const rows = await select(work, associationLabel, criteria, { values: [`${end}_id`] });
      return rows.map((row) => row[`${end}_id`]);
    }),
  );
  return where('id', 'in', [...new Set(found.flat())]);
}
