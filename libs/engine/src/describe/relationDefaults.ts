import { allOf, type Model, readCompositeKey } from '@plumbline/model';
import { ownModel, type UnitOfWork } from '../core/engine';
import { naturalKeyCriteria } from '../criteria/naturalKey';
import { viewable } from '../permissions/hiding';
import { selectValues } from '../plan/values';

/** An object that is meant when a create names none. */
export interface RelationDefault {
  id: unknown;
  /** How the recordings tell which class of object it is. */
  __nautobot_type__: string;
  display: unknown;
}

/** The objects of this service that relations of the model default to, by field; one statement for each such field. */
export async function relationDefaults(work: UnitOfWork, model: Model): Promise<Record<string, RelationDefault>> {
  const found = await Promise.all(
    Object.entries(model.fields).map(async ([name, { isRelation, options }]): Promise<[string, RelationDefault][]> => {
      const target = ownModel(work.engine, options.to);
      if (!isRelation || !target || !options.resetOnReplace || typeof options.default !== 'string') return [];
      const criteria = naturalKeyCriteria(target.naturalKey, readCompositeKey(options.default));
      const seen = criteria && allOf(criteria, await viewable(work, target));
      const [row] = seen ? await selectValues(work, target, seen, { values: ['display'] }) : [];
      const type = `nautobot.${target.app}.models.${target.className}`;
      return row ? [[name, { id: row.id, __nautobot_type__: type, display: row.display }]] : [];
    }),
  );
  return Object.fromEntries(found.flat());
}
