import type { Model } from '@plumbline/model';
import { sql } from '@plumbline/store';

/** Ids as one parameter, of the type the model's key has. */
export const idArray = ({ keyType }: Pick<Model, 'keyType'>, ids: readonly (string | number)[]) =>
  sql.array(ids as string[], keyType === 'int' ? 'int8' : 'uuid');
