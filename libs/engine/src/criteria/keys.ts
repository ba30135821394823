import { type Criteria, isComparison, type Model, readUuid } from '@plumbline/model';
import { sql } from '@plumbline/store';
import { comparable } from './value';

/** Of ids those that can be keys of a model. */
export const keysOf = (model: Model, ids: readonly (string | number)[]): (string | number)[] =>
  ids.filter((id) => comparable(id, model.fields.id!) !== undefined);

/** Ids as one parameter, of the type the model's key has. */
export const idArray = ({ keyType }: Pick<Model, 'keyType'>, ids: readonly (string | number)[]) =>
  sql.array(ids as string[], keyType === 'int' ? 'int8' : 'uuid');

/** An id that a statement answered as text. */
export const keyFrom = ({ keyType }: Pick<Model, 'keyType'>, text: string): string | number =>
  keyType === 'int' ? Number(text) : text;

/** Whether criteria say no more than which id an object has. */
export const isAboutIds = (criteria: Criteria): boolean => isComparison(criteria) && criteria.path === 'id';

/** The id when criteria are about one id, a UUID, and nothing else. */
export function onlyId(criteria: Criteria): string | undefined {
  if (!isComparison(criteria) || criteria.path !== 'id' || criteria.lookup !== 'exact') return undefined;
  return readUuid(criteria.value);
}
