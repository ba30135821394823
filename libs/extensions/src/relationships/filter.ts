import { findVisible, select, type UnitOfWork } from '@plumbline/engine';
import { problems } from '@plumbline/http';
import { type Criteria, type Model, readUuid, where } from '@plumbline/model';
import { associationLabel, isSymmetric, type RelationshipSide } from './relationship';
import { sidesOf } from './relationships';

/** The end of a relationship that a parameter `cr_<key>__<side>` filters by; one that is hidden has no filter. */
export function relationshipFilter(
  { engine }: UnitOfWork,
  model: Model,
  parameter: string,
): RelationshipSide | undefined {
  if (!parameter.startsWith('cr_')) return undefined;
  return sidesOf(engine, model.label).find(
    ({ relationship, own, side }) => !relationship[`${own}_hidden`] && parameter === `cr_${relationship.key}__${side}`,
  );
}

/** Objects linked with any of these; extras says which. Throws a 400 for what is no id. */
export async function relationshipCriteria(
  work: UnitOfWork,
  { relationship, own, other }: RelationshipSide,
  values: string[],
): Promise<Criteria> {
  const named = values.map((value) => {
    const id = readUuid(value);
    if (id === undefined) throw problems.malformed(`“${value}” is not a valid UUID.`);
    return id;
  });
  // Objects that may not be viewed are not shown at the other end either.
  const others = work.viewer ? await findVisible(work, other, where('id', 'in', named)) : named;
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
