import { allOf, everything, type Model } from '@plumbline/model';
import { bounded, hasPattern } from '../criteria/patterns';
import type { Work } from '../engine';
import { visibleTo } from '../permissions';
import { load } from '../read/load';
import { showTexts } from '../read/render';
import { compose } from './compose';
import { type ComposedReply, composedRequest } from './messages';
import { storedCriteria } from './storedFilter';

/**
 * Answers `composed` for a model of this service: however many sets there are and however large they get, a page is one
 * statement and its count is another.
 */
export async function composedPage(work: Work, model: Model, payload: unknown): Promise<ComposedReply> {
  const { sets, limit, offset, base, viewer } = composedRequest.parse(payload);
  const [filters, visible] = await Promise.all([
    Promise.all(sets.map(({ filter }) => storedCriteria(work, model, filter))),
    viewer ? visibleTo(work, model, viewer) : everything,
  ]);
  const criteria = allOf(compose(sets, filters), visible);
  const based = { ...work, scope: { ...work.scope, base } };
  const asked = hasPattern(criteria) ? bounded(based) : based;
  const loaded = await load(asked, model, { criteria, root: true, limit: limit ?? undefined, offset });
  const whole = offset === 0 && (limit === null || loaded.rows.length < limit);
  const [count, results] = await Promise.all([
    whole ? loaded.rows.length : loaded.count(),
    showTexts(asked, model, loaded.rows, 0, { root: true }),
  ]);
  return { count, results };
}
