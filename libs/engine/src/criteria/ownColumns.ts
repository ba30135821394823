import { type Criteria, isComparison, type Model } from '@plumbline/model';
import type { Engine } from '../core/engine';
import { step } from './walk';

/** Whether criteria look at nothing but the row's own columns. */
export function readsOwnColumns(engine: Engine, model: Model, criteria: Criteria): boolean {
  if ('condition' in criteria || 'some' in criteria) return false;
  if ('not' in criteria) return readsOwnColumns(engine, model, criteria.not);
  if (!isComparison(criteria))
    return ('and' in criteria ? criteria.and : criteria.or).every((part) => readsOwnColumns(engine, model, part));
  const { kind } = step(engine, model, criteria.path);
  return (
    kind === 'label' ||
    kind === 'key' ||
    kind === 'part' ||
    (kind === 'column' && (criteria.lookup !== 'subtree' || criteria.path === 'id'))
  );
}
