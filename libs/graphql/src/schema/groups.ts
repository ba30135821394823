import type { UnitOfWork } from '@plumbline/engine';
import type { Ability, ObjectKey } from '@plumbline/model';

/** How objects are grouped by what holds of them. */
export interface Groups {
  /** The field of an object that lists the groups it is in. */
  field: string;
  /** The model of groups. */
  label: string;
  /** What models say of themselves whose objects can be in groups. */
  ability: Ability;
  /** The groups, by the id of each object of a model that is in any. */
  holding(work: UnitOfWork, label: string, ids: readonly ObjectKey[]): Promise<ReadonlyMap<ObjectKey, ObjectKey[]>>;
}
