import type { RelationFact } from '@plumbline/model';

/** Whether rows go with what they refer to by a relation. */
export const goesAlong = ({ onDelete, many }: Pick<RelationFact, 'onDelete' | 'many'>): boolean =>
  onDelete === 'cascade' && !many;
